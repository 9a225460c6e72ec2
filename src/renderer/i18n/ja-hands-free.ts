import type { enHandsFree } from './en-hands-free'

/** Strings of talking without a key in Japanese. */
export const jaHandsFree: { readonly [Key in keyof typeof enHandsFree]: string } = {
  'handsFree.on': 'ハンズフリー: キーなしで話す',
  'handsFree.off': 'ハンズフリーを終える: マイクを閉じる',
  'handsFree.line': 'ハンズフリー · そのまま話せます',
  'handsFree.preparing': 'ハンズフリー · 聞く準備をしています',
  'handsFree.speaking': '話すかEscで中断できます',
  'handsFree.talking': 'ハンズフリー · {{time}}',
  'handsFree.title': 'ハンズフリー',
  'handsFree.switch': 'キーなしで聞く',
  'handsFree.switchLine': '通話キーの2回押しでも切り替わります。終えるか画面をロックするまでマイクは開いたままで、話した声だけを送ります',
  'handsFree.switchLineService': '通話キーの2回押しでも切り替わります。Geminiが声を聞き分けるため、マイクに入る音はすべて送られます',
  'handsFree.pause': '話し終わりとみなす間',
  'handsFree.pauseLine': '長いと考えながら話せます。短いと答えが早く届きます',
  'handsFree.pauseSeconds': '{{seconds}}秒',
  'handsFree.sensitivity': '声の聞き取り',
  'handsFree.sensitivityLine': '敏感: 小さな声も拾います。慎重: 雑音を声と間違えにくくなります',
  'handsFree.sensitivity.high': '敏感',
  'handsFree.sensitivity.normal': '標準',
  'handsFree.sensitivity.low': '慎重',
  'handsFree.interrupts': '声でParleyを中断する',
  'handsFree.interruptsLine': 'オフにすると、Parleyが話す間は聞きません。自分の声を拾ってしまう部屋向けです',
  'handsFree.headphones': 'ヘッドホンを使う',
  'handsFree.headphonesLine': 'Parleyの声がマイクに入らないため、話している間も声を拾いやすくなります',
  'notice.hands-free-failed.title': 'ここではハンズフリーを使えません',
  'notice.hands-free-failed.line': '通話キーは今までどおり使えます。足りないものは詳細にあります。',
}
