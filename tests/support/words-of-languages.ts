import iconv from 'iconv-lite'

/** Words and names as they stand in tables, by language. */
const WORDS: Readonly<Record<string, string>> = {
  French:
    'prénom nom ville été forêt hôtel Hélène François Orléans Besançon Sète quantité référence société château âge même où déjà reçu payé crédit numéro téléphone février août décembre élève Noël cœur',
  German:
    'Straße Größe Müller Zürich Köln München Groß Käse Übergabe Stück für Lieferschein Rechnung Öl Mädchen Schüler März jährlich Büro Gemüse heiß Fuß können geprüft Düsseldorf',
  Spanish:
    'nombre año España niño mañana teléfono dirección código Málaga José María Muñoz Peña Córdoba León cantidad país línea también más número categoría Íñigo corazón señor',
  Portuguese:
    'nome cidade João São Paulo endereço código preço não informação Conceição Guimarães Açores avô você mês março quantidade à útil número três opção açúcar pão',
  Swedish:
    'namn stad Åsa Öberg Malmö Göteborg Västerås gata belopp köpare lägenhet år måndag lördag grön blå större från även först påse smör kött mjölk bröd',
  Italian:
    'nome città però qualità università Forlì Cefalù perché lunedì giovedì già più caffè tè quantità società attività prezzo metà virtù',
  Polish:
    'imię miasto Łukasz Łódź Małgorzata Gdańsk Kraków Poznań Wrocław ulica ilość cena złoty źródło więcej święta środa piątek październik grudzień żółty Żaneta Ćwik dąb łąka książka',
  Czech:
    'jméno město Dvořák Plzeň Brno Ústí množství číslo příjmení žlutý kůň úterý čtvrtek březen září říjen Jiří Šárka Tomáš Ondřej Žďár Třebíč výrobek dodávka účet',
  Hungarian:
    'név város Győr Győző Szeged Pécs Székesfehérvár utca összeg hétfő szerda csütörtök március október könyv fűszer tűz hűtő Erzsébet János László Kovács Tóth mennyiség ár',
  Romanian:
    'nume oraș București Iași Brașov Timișoara Constanța preț cantitate județ țară luni marți sâmbătă și în câine română Ștefan Ionuț Mălăele pâine brânză',
  Croatian:
    'ime grad Zagreb Šibenik Varaždin Čakovec količina cijena kuća ožujak siječanj četvrtak Đuro Željko Ančica Perić Marić život škola žuto',
  Russian:
    'имя фамилия город Москва Казань Пермь улица дом цена количество товар счёт Анна Пётр Иван Мария Сергеевна молоко хлеб январь февраль понедельник вторник заказ доставка оплата номер',
  Ukrainian:
    "ім'я місто Київ Львів Харків вулиця ціна кількість товар Олена Їжак Сергій Наталія молоко хліб січень лютий понеділок вівторок замовлення доставка рахунок номер область район",
  Bulgarian:
    'име град София Пловдив Варна улица цена количество стока сметка Иван Георги Мария мляко хляб януари понеделник вторник поръчка доставка номер къща събота',
  Greek:
    'όνομα πόλη ποσό Γιώργος Αθήνα Άννα Άργος Θεσσαλονίκη Πάτρα οδός τιμή ποσότητα προϊόν λογαριασμός Μαρία Ελένη Νίκος γάλα ψωμί Ιανουάριος Δευτέρα παραγγελία αριθμός και',
  Turkish:
    'ad şehir Ayşe İstanbul Gülşah Eskişehir Işıl Şanlıurfa Yağız Muğla Diyarbakır sokak ücret ürün sipariş müşteri ağustos şubat çarşamba öğle süt büyük küçük adı soyadı',
  Maltese:
    'isem belt Għarb Ħamrun Żebbuġ Birkirkara ħobż ħalib żejt prezz kwantità ġurnata ħamis sibt ċavetta ħanut Ġorġ Żurrieq triq għoli',
  Hebrew: 'שם עיר דוד ירושלים רחל חיפה אילת תל אביב רחוב מחיר כמות מוצר חשבון משה שרה יוסף חלב לחם ינואר שבת הזמנה משלוח מספר טלפון כתובת',
  Arabic:
    'الاسم المدينة محمد القاهرة فاطمة بغداد الرياض دمشق الشارع السعر الكمية المنتج الحساب أحمد عائشة يوسف حليب خبز يناير الاثنين الطلب التوصيل رقم الهاتف العنوان',
  Lithuanian:
    'vardas miestas Šarūnas Šiauliai Eglė Panevėžys gatvė kaina kiekis prekė sąskaita Žydrūnas Živilė Čepaitis pieno duona rugsėjis pirmadienis ąžuolas žąsis įmonė užsakymas',
  Latvian:
    'vārds pilsēta Rīga Jūrmala Liepāja iela cena skaits prece rēķins Jānis Māris Ilze Bērziņš Kalniņš piens maize septembris pirmdiena ļoti ģimene ķirsis šķīvis pasūtījums',
  Icelandic:
    'nafn borg Reykjavík Akureyri gata verð magn vara reikningur Jón Guðrún Þór Sigríður mjólk brauð mánudagur október þriðji bær höfn ísland ættarnafn',
  Vietnamese:
    'tên thành phố Nguyễn Hà Nội Trần Lê Phạm Hoàng Huỳnh đường giá số lượng sản phẩm khách hàng Đà Nẵng Huế Cần Thơ sữa bánh mì tháng thứ hai địa chỉ',
  Thai: 'ชื่อ เมือง สมชาย นคร มานี ลพบุรี สมใจ น่าน ถนน ราคา จำนวน สินค้า บัญชี กรุงเทพ เชียงใหม่ นม ขนมปัง มกราคม วันจันทร์ ลูกค้า ที่อยู่ โทรศัพท์',
  Welsh: 'enw dinas Caerdydd Llŷn tŷ dŵr gŵyl Siân ffôn pris nifer mŵg siŵr ŷd gŵr bŵts ŵyr',
  Japanese:
    '氏名 町 山田 太郎 大阪 佐藤 花子 表参道 高橋 函館 渡辺 京都市 小林 横浜市 商品 数量 価格 注文 住所 電話 りんご みかん コーヒー サンプル お届け 東京都 月曜日 合計',
  Chinese:
    '姓名 数量 李雷 韩梅梅 北京 上海 广州 深圳 地址 电话 价格 商品 订单 客户 名称 日期 公司 部门 张伟 王芳 星期一 一月 合计 备注 中国',
  Taiwanese:
    '姓名 城市 王小明 臺北 陳美玲 高雄 臺中 地址 電話 價格 商品 訂單 客戶 名稱 日期 公司 部門 林志明 張淑芬 星期一 一月 合計 備註 數量',
  Korean:
    '이름 도시 김철수 서울 이영희 부산 대구 주소 전화 가격 상품 주문 고객 명칭 날짜 회사 부서 박지성 최민수 월요일 일월 합계 비고 수량',
}

/** The languages that are written in an encoding, where one of its kind is chosen. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  win1252: ['French', 'German', 'Spanish', 'Portuguese', 'Swedish', 'Italian'],
  iso885915: ['French', 'German', 'Spanish', 'Portuguese', 'Swedish', 'Italian'],
  macroman: ['French', 'German', 'Spanish', 'Portuguese', 'Swedish', 'Italian'],
  win1250: ['Polish', 'Czech', 'Hungarian', 'Croatian'],
  iso88592: ['Polish', 'Czech', 'Hungarian', 'Croatian'],
  iso885916: ['Romanian', 'Polish', 'Croatian', 'Hungarian'],
  win1251: ['Russian', 'Ukrainian', 'Bulgarian'],
  iso88595: ['Russian', 'Ukrainian', 'Bulgarian'],
  koi8r: ['Russian'],
  koi8u: ['Russian', 'Ukrainian'],
  cp866: ['Russian'],
  win1253: ['Greek'],
  iso88597: ['Greek'],
  win1254: ['Turkish'],
  iso88599: ['Turkish'],
  iso88593: ['Maltese'],
  win1255: ['Hebrew'],
  iso88598: ['Hebrew'],
  win1256: ['Arabic'],
  iso88596: ['Arabic'],
  win1257: ['Lithuanian', 'Latvian'],
  iso885913: ['Lithuanian', 'Latvian', 'Polish'],
  iso88594: ['Lithuanian', 'Latvian'],
  iso885910: ['Icelandic', 'Swedish'],
  win1258: ['Vietnamese'],
  windows874: ['Thai'],
  iso885914: ['Welsh'],
  cp932: ['Japanese'],
  eucjp: ['Japanese'],
  gb18030: ['Chinese'],
  big5: ['Taiwanese'],
  cp949: ['Korean'],
}

/** Vietnamese tones stand behind their letters in the encoding; other accents do not. */
const TONES = /([\u0300\u0301\u0303\u0309\u0323])/u

function withTonesBehind(word: string): string {
  return [...word.normalize('NFC')]
    .map((letter) => {
      const [base = '', ...marks] = letter.normalize('NFD')
      const tones = marks.filter((mark) => TONES.test(mark))
      return [base, ...marks.filter((mark) => !TONES.test(mark))].join('').normalize('NFC') + tones.join('')
    })
    .join('')
}

/** The words of each language that this encoding of `iconv-lite` writes, as far as it can write them. */
export function languagesOf(encoding: string): readonly { readonly language: string; readonly words: readonly string[] }[] {
  const languages = LANGUAGES[encoding]
  if (languages === undefined) throw new Error(`no language is written in ${encoding}`)
  return languages.map((language) => {
    const all = (WORDS[language] ?? '').split(' ')
    const written = encoding === 'win1258' ? all.map(withTonesBehind) : all
    return { language, words: written.filter((word) => iconv.decode(iconv.encode(word, encoding), encoding) === word) }
  })
}
