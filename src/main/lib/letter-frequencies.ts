/** Letters of a language in small form, the most frequent first. Of Latin scripts only those that are not ASCII. */
export interface Alphabet {
  readonly script: 'latin' | 'greek' | 'cyrillic' | 'hebrew' | 'arabic' | 'thai'
  readonly letters: string
}

const LATIN = [
  // French, German, Spanish, Portuguese, Italian, Catalan, Dutch
  'éèàêçîôâùûëïœÿæ',
  'üäößé',
  'óíáéñúü',
  'ãçáéóíêõâúàôü',
  'àèùòéì',
  'àéèóíúçòïü·',
  'ëéïèöü',
  // Swedish and Finnish, Danish and Norwegian, Icelandic
  'äåöéü',
  'åøæéö',
  'áðíþóéúæöý',
  // names from several countries of Western Europe
  'éüöáäóíèñçãåøàêôúæßëïîòõùâûìýœð',
  // Polish, Czech, Slovak, Hungarian, Croatian and Slovene, Romanian, Albanian
  'łęąóżśćńź',
  'íáéěřčýžšůúťňďó',
  'áíčéšýúžľôťňďäóŕĺ',
  'áéőöóüíúű',
  'čšžćđ',
  'ăîâșțşţ',
  'ëç',
  // names from several countries of Central Europe
  'áéčšóíöüłžýęěřąćúőżűńśôůťňďäăâşţđźľ',
  // Estonian, Lithuanian, Latvian, and names from all three
  'äõüöšž',
  'ėšųūįąžčęõ',
  'āīēšņļžūģčķ',
  'āšėäīūžčēõüöųąįņęļģķ',
  // Turkish and Azerbaijani, Maltese, Esperanto, Welsh, Irish, Northern Sami
  'ıüşğöçəîâ',
  'ħżġċàè',
  'ĝŭĉŝĵĥ',
  'ŵŷâôêîûïö',
  'áéíóúḃċḋḟġṁṗṡṫ',
  'áčšđžŋŧ',
  // Vietnamese: the accents of tones follow their letters
  'đôưăâêơàáảãạèéẻẽẹìíỉĩịòóỏõọùúủũụỳýỷỹỵấầẩẫậếềểễệốồổỗộớờởỡợứừửữựắằẳẵặ',
] as const

const CYRILLIC = [
  // Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  'оанивіертсклудмпязгьбчйхцжюїєшщґф',
  'анояеіртксылудмпвўзбгчйжьцшхюэфё',
  'аоиентрсвлкдпмзъгбучжщйцшяхюфь',
  'аоеинртсвјукдлмпгзбчшцжхћђљњфџ',
  'аоеитнрсвдкјлпмугзбшчцжхќфњѓљџѕ',
] as const

/** Alphabets that distinguish text in the right encoding from text in a wrong one. */
export const alphabets: readonly Alphabet[] = [
  ...LATIN.map((letters) => ({ script: 'latin' as const, letters })),
  ...CYRILLIC.map((letters) => ({ script: 'cyrillic' as const, letters })),
  { script: 'greek', letters: 'αοιεντσηυρπκμλςίάόωέγδύθήχφβώξζϊψϋΐΰ' },
  { script: 'hebrew', letters: 'יוהלאתרמבשנדחעפקגצטזסכםןץךף' },
  { script: 'arabic', letters: 'اليمونترهبعدسفةقكحجشصطخزضذثغءأإآىئؤظ' },
  { script: 'arabic', letters: 'اینردهمتوبسشکزگفخقعحجلپصطچغذضثظژئآءؤهيك' },
  { script: 'thai', letters: 'านรอกเงมยลวดท่ตส้ิบปะหคแไีจพัูชขใํ์โผถซณธ็ศญภฐฉฟฝฮฎฏฬฆำุืึๆฯ' },
]

/** The most frequent characters of modern Chinese (simplified, then traditional forms), Japanese, and Korean. */
export const frequentHan: ReadonlySet<string> = new Set(
  '的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴克号姓名称价格编码电话地址城市省县客户订单日期产品数量北京上海广州深圳韩梅雷王刘陈杨赵黄吴徐孙胡朱高何郭罗梁宋郑谢' +
    '這來個國說們為時會過對麼後裡還發開學當無見經頭動兩長樣現將與進實點種聲話兒問機給幾業間電門東氣聽關並卻產軍車應別處總場師書員體報馬張難數從親務記邊風戰許覺題統請愛讓認論義術結連遠資隊帶條變聯權領傳紅決達辦運強區轉眾輕語滿寫識極黃臉錢黨設雙歷廣議際則單據導專號稱價編碼戶訂產品數量臺灣北高雄陳劉楊趙吳孫羅鄭謝' +
    '日本人大年会国一二三四五六七八九十百千万円名前氏姓町村市区県都府道東京大阪北海神奈川横浜千葉埼玉愛知福岡広島山田中村小林加藤佐鈴木高橋渡辺伊井上松清崎池森阿部石前後郎子美花太直青和正電話番号住所商品価格数量金額合計売上注文顧客担当者様部課社員株式有限備考年月日時間分新学校生先入出手見行来食事場所地図駅店家族男女父母友気持思言語英文字書読聞話使用作業開始終了定予約変更確認必要場合同方法情報処理画面最初次回全部一部件函館左京表参',
)
export const frequentHangul: ReadonlySet<string> = new Set(
  '이다는을의에가고하지은로를한기서사도인어자나대리해시라아일그수있정보부게으제전거오조만여주상동것들성구원스장관과무적선안국공비경소진화우마신민생내연학유계년중말용업물치계분문방세면요까없되재통모두발했회위교실개여양명드단할터입니음님김박최강윤임서울산광천북남번호름품격량주문고객날짜',
)

/** Signs that tables hold, beside ASCII, and those of them that stand before a word or inside of one. */
export const usualSigns: ReadonlySet<string> = new Set(
  '€£¥°§«»“”„‘’‚–—…·•½²³©®™¿¡ªº×±µ´\u00a0、。「」・ー〜～！（）：；，？％＋－／　【】『』《》№،؟؛฿₪₫',
)
export const wordSigns: ReadonlySet<string> = new Set('€£¥°«“„‘’‚–—…·¿¡\u00a0、。「」・（）：')
