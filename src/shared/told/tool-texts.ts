/** Why the tools of Parley failed, each in its own words. */
export const toolTexts = {
  'clipboard-in-browser': {
    en: 'The clipboard can’t be reached: Parley runs in a browser here, not as a desktop app. Tell the user.',
    ja: 'ここではParleyがブラウザで動いているため、クリップボードを使えません。',
  },
  'no-https-address': { en: 'This is no https address. Nothing was opened.', ja: 'httpsのアドレスではありません。何も開いていません。' },
  'browser-not-opened': {
    en: 'The browser could not be opened. Tell the user the address instead.',
    ja: 'ブラウザを開けませんでした。',
  },
  'screen-in-browser': {
    en: 'No picture was taken: Parley runs in a browser here, which can’t see the screen. Tell the user.',
    ja: 'ここではParleyがブラウザで動いているため、画面を撮れません。',
  },
  'screen-not-seen': {
    en: 'No picture was taken: the system does not let Parley see the screen. Tell the user to allow it in the settings.',
    ja: 'システムがParleyに画面を見せないため、撮れませんでした。システムの設定で許可してください。',
  },
  'file-in-browser': {
    en: 'No file was read: Parley runs in a browser here, which has no dialog for it. Ask the user to paste the text.',
    ja: 'ここではParleyがブラウザで動いているため、ファイルを選べません。内容を貼り付けてください。',
  },
  'file-not-sent': { en: '{problem} Nothing of it was sent. Tell the user.', ja: '{problem}何も送っていません。' },
  'file-not-plain': { en: '{file} is no plain file.', ja: '{file}は通常のファイルではありません。' },
  'file-too-large': { en: '{file} is larger than {size} kB.', ja: '{file}は{size} kBを超えています。' },
  'file-no-text': { en: '{file} is no text file.', ja: '{file}はテキストファイルではありません。' },
  'file-unreadable': { en: '{file} could not be read.', ja: '{file}を読めませんでした。' },
  'paid-with-other-arguments': {
    en: 'This call has paid before, with other arguments. Nothing more was paid.',
    ja: 'この呼び出しは、前に別の引数で支払っています。これ以上は支払っていません。',
  },
  'account-unknown': {
    en: 'Nothing was paid: there is no account like that. The accounts are: {accounts}. Ask the user which one to use.',
    ja: 'その口座がないため、支払っていません。口座は次のとおりです：{accounts}',
  },
  'account-other-currency': {
    en: 'Nothing was paid: {account} holds {held}, not {asked}. Ask the user which account to use.',
    ja: '{account}の通貨は{asked}ではなく{held}のため、支払っていません。',
  },
  'amount-too-fine': {
    en: 'Nothing was paid: the amount has more decimal places than {currency} has.',
    ja: '金額の小数の桁が{currency}より細かいため、支払っていません。',
  },
  'not-enough-money': {
    en: 'Nothing was paid: there is not enough money on {account}, which has {left}. Tell the user.',
    ja: '{account}の残高（{left}）が足りないため、支払っていません。',
  },
  'place-unknown': {
    en: 'There is no place of that name. Ask the user which city or town is meant.',
    ja: 'その名前の場所が見つかりません。どの市や町か教えてください。',
  },
  'weather-unknown': {
    en: 'The weather is not known now: {reason} Tell the user; trying again at once will not help.',
    ja: '今は天気が分かりません：{reason}',
  },
  'weather-too-slow': { en: 'the service did not answer within {seconds} s.', ja: 'サービスが{seconds}秒以内に答えませんでした。' },
  'service-unreachable': { en: '{host} could not be reached.', ja: '{host}に届きませんでした。' },
  'service-refused': { en: '{host} answered with HTTP {status}.', ja: '{host}の答えはHTTP {status}でした。' },
  'service-unfit': { en: '{host} answered with something that is no forecast.', ja: '{host}の答えは天気予報ではありませんでした。' },
  'no-timer-set': { en: 'No timer was set. {reason}', ja: 'タイマーを設定していません。{reason}' },
  'parley-ending': { en: 'Parley is ending.', ja: 'Parleyが終了するところです。' },
  'timer-label-taken': {
    en: 'A timer with the label {label} runs until {until}. End it first or take another label.',
    ja: '「{label}」というタイマーが{until}まで動いています。',
  },
  'timer-unknown': { en: 'There is no timer with that label. {others}', ja: 'その名前のタイマーはありません。{others}' },
  'timers-none': { en: 'No timer runs.', ja: '動いているタイマーはありません。' },
  'timers-running': { en: 'The running timers are: {labels}.', ja: '動いているタイマー：{labels}' },
  'location-refused': {
    en: 'The location is not known: the system or the browser does not allow it. Ask the user where they are.',
    ja: 'システムまたはブラウザが許可しないため、位置が分かりません。',
  },
  'location-too-slow': {
    en: 'The location is not known: it was not found within {seconds} s. Ask the user where they are.',
    ja: '{seconds}秒以内に位置が見つかりませんでした。',
  },
  'location-no-service': {
    en: 'The location is not known: this machine has no location service that answers. Ask the user where they are.',
    ja: 'このマシンには答える位置情報サービスがないため、位置が分かりません。',
  },
  'music-other-wish': { en: 'Another wish for the music came meanwhile.', ja: 'その間に音楽の別の希望がありました。' },
  'music-no-sound': {
    en: 'No sound can be played now: the user has to click into the window first, or there is no sound device.',
    ja: '今は音を出せません。先にウィンドウをクリックするか、音声デバイスを確かめてください。',
  },
} as const
