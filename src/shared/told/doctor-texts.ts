/** What Parley finds out about the machine it runs on, and what to do where something is wrong. */
export const doctorTexts = {
  'doctor-runtime': { en: 'Parley {version} on {runtime}, {system}', ja: '{system}の{runtime}で動くParley {version}' },
  'doctor-runtime-old': {
    en: 'Parley {version} needs a newer runtime than {runtime}. Install Node 20.19 or later.',
    ja: 'Parley {version}には{runtime}より新しい実行環境が必要です。Node 20.19以降をインストールしてください。',
  },
  'doctor-packages': { en: 'All compiled parts load: {names}', ja: '組み込みの部品をすべて読み込めます：{names}' },
  'doctor-packages-missing': {
    en: 'These compiled parts do not load: {names}. Install Parley again.',
    ja: '組み込みの部品を読み込めません：{names}。Parleyをインストールし直してください。',
  },
  'doctor-folder': {
    en: 'The data folder {folder} can be written, {free} are free',
    ja: 'データフォルダー{folder}に書き込めます。空きは{free}です',
  },
  'doctor-folder-none': {
    en: 'There is no data folder at {folder} yet. Start Parley once, or name another one with --data.',
    ja: '{folder}にデータフォルダーはまだありません。一度Parleyを起動するか、--dataで別の場所を指定してください。',
  },
  'doctor-folder-closed': {
    en: 'The data folder {folder} can’t be written ({code}). Let your user write to it.',
    ja: 'データフォルダー{folder}に書き込めません（{code}）。書き込めるようにしてください。',
  },
  'doctor-folder-full': {
    en: 'Only {free} are free on the disk of {folder}. Make room: what is said may not be kept.',
    ja: '{folder}のあるディスクの空きは{free}だけです。空きを作ってください。話した内容が残らないことがあります。',
  },
  'doctor-store': { en: 'The conversations are in a file of {size}, format {version}', ja: '会話のファイルは{size}、形式{version}です' },
  'doctor-store-none': { en: 'No conversation is kept yet', ja: '保存した会話はまだありません' },
  'doctor-store-memory': {
    en: 'The file with your conversations could not be opened: what is said now is not kept. The log says why.',
    ja: '会話のファイルを開けなかったため、今の会話は残りません。理由はログにあります。',
  },
  'doctor-settings': { en: 'The settings can be read', ja: '設定を読めます' },
  'doctor-settings-none': { en: 'Nothing was set yet: the defaults are used', ja: '設定はまだなく、初期設定を使います' },
  'doctor-recordings': { en: 'All {count} bundled recordings can be played', ja: '付属の録音{count}件をすべて再生できます' },
  'doctor-recordings-bad': {
    en: 'Bundled recordings that can’t be played: {problems}',
    ja: '再生できない付属の録音があります：{problems}',
  },
  'doctor-key-none': {
    en: 'There is no API key: recordings answer. Add one in Settings, or set GEMINI_API_KEY.',
    ja: 'APIキーがないため、録音が答えます。設定で追加するか、GEMINI_API_KEYに入れてください。',
  },
  'doctor-key-environment': { en: 'An API key comes from the environment', ja: 'APIキーは環境変数から来ています' },
  'doctor-key-kept': { en: 'An API key is kept by the key store of the system', ja: 'APIキーはシステムのキーストアに保管されています' },
  'doctor-key-memory': {
    en: 'An API key is kept until you quit: this system has no key store. Set GEMINI_API_KEY to have it at the next start.',
    ja: 'キーの保管庫がないため、APIキーは終了までだけ保持します。次の起動でも使うには、GEMINI_API_KEYに入れてください。',
  },
  'doctor-talk-hold': { en: '{keys} can be held anywhere on the desktop', ja: 'デスクトップのどこでも{keys}を押して話せます' },
  'doctor-talk-toggle': {
    en: '{keys} starts and ends talking, anywhere on the desktop',
    ja: 'デスクトップのどこでも{keys}で話し始めと終わりを切り替えます',
  },
  'doctor-talk-window': {
    en: 'The talk key works in the window alone: {reason}',
    ja: 'トークキーはウィンドウの中だけで使えます：{reason}',
  },
  'doctor-talk-possible': { en: 'This desktop lets a talk key be held', ja: 'このデスクトップではトークキーを押して話せます' },
  'doctor-talk-part': {
    en: 'the part that watches the keys of the desktop does not load.',
    ja: 'デスクトップのキーを見る部品を読み込めません。',
  },
  'doctor-sound-page': {
    en: 'The window sees {microphones} microphones and {loudspeakers} loudspeakers, permission {permission}',
    ja: 'ウィンドウから見えるマイクは{microphones}、スピーカーは{loudspeakers}、マイクの許可は{permission}です',
  },
  'doctor-sound-no-microphone': {
    en: 'The window sees no microphone (permission {permission}). Connect one, or let Parley use it in the settings of the system.',
    ja: 'マイクが見えません（許可は{permission}）。マイクをつなぐか、システムの設定でParleyに許可してください。',
  },
  'doctor-sound-server': { en: 'Sound goes through {server}', ja: '音声は{server}を通ります' },
  'doctor-sound-none': {
    en: 'No sound server and no sound card was found. Start PipeWire or PulseAudio to talk.',
    ja: 'サウンドサーバーもサウンドカードも見つかりません。話すには、PipeWireかPulseAudioを起動してください。',
  },
  'doctor-sound-unasked': { en: 'The devices are known to the window of Parley alone', ja: '機器が分かるのはParleyのウィンドウだけです' },
  'doctor-log-quiet': { en: 'The log has {lines} lines and tells of no failure', ja: 'ログは{lines}行で、失敗の記録はありません' },
  'doctor-log-failures': {
    en: 'The log has {lines} lines, {failures} of failures, the last: {event}',
    ja: 'ログ{lines}行のうち失敗は{failures}行、最後は{event}です',
  },
} as const
