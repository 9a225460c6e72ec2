/** What the notices of the window add in detail. */
export const noticeTexts = {
  'settings-unreadable': {
    en: "Parley can't read its settings file ({code}), so it uses the defaults. The file was left as it is; changes hold until you quit.",
    ja: '設定ファイルを読めないため（{code}）、初期設定を使います。ファイルはそのままで、変更は終了するまで有効です。',
  },
  'settings-newer': {
    en: 'Your settings were written by a newer Parley (format {version}), so the defaults are used. The file was left as it is; changes hold until you quit.',
    ja: '設定がより新しいParleyで書かれているため（形式{version}）、初期設定を使います。ファイルはそのままで、変更は終了するまで有効です。',
  },
  'settings-damaged': {
    en: 'Your settings file is damaged ({faults}). {kept} Look through your settings.',
    ja: '設定ファイルが壊れています（{faults}）。{kept}設定を見直してください。',
  },
  'settings-kept-as': { en: 'It was kept as {file}.', ja: '元のファイルは{file}として残しました。' },
  'settings-left': {
    en: 'It was left as it is; changes hold until you quit.',
    ja: 'ファイルはそのままで、変更は終了するまで有効です。',
  },
  'frame-unreadable': {
    en: 'A frame from the service could not be read and was passed by.',
    ja: 'サービスからのフレームを一つ読めなかったため、飛ばしました。',
  },
  'store-set-aside': {
    en: 'The file with your conversations was damaged. It was kept as {file}, and a new one was begun.',
    ja: '会話のファイルが壊れていました。{file}として残し、新しいファイルを始めました。',
  },
  'store-damaged': { en: 'The file with your conversations is damaged.', ja: '会話のファイルが壊れています。' },
  'store-foreign': {
    en: "{file} in Parley's data folder belongs to another program, so it was left alone. Move it away and start Parley again.",
    ja: 'Parleyのデータフォルダーにある{file}は別のプログラムのもののため、触れていません。移してから、Parleyを起動し直してください。',
  },
  'store-newer': {
    en: 'Your conversations were written by a newer Parley (format {version}, this one reads up to {known}). They are kept as they are. Start the newer Parley to go on.',
    ja: '会話がより新しいParleyで書かれています（形式{version}、ここで読めるのは{known}まで）。そのまま残してあります。続けるには、新しいほうのParleyを起動してください。',
  },
  'store-unavailable': {
    en: "Parley can't open the file with your conversations ({code}). It was left as it is; what is said now is not kept. Check that the disk is not full and that you may write to Parley's data folder, then start again.",
    ja: '会話のファイルを開けません（{code}）。ファイルはそのままで、今の会話は残りません。ディスクの空きと、Parleyのデータフォルダーに書き込めることを確かめて、起動し直してください。',
  },
  'store-unwritable': {
    en: 'The disk takes nothing at the moment ({code}). Make room on it, allow writing to the file, or end the program that holds it; Parley tries again every few seconds.',
    ja: '今はディスクに書き込めません（{code}）。空きを作るか、ファイルへの書き込みを許可するか、ファイルを使っているプログラムを終了してください。Parleyは数秒ごとに書き込みを試みます。',
  },
  'key-store-closed': {
    en: 'The key that you saved is still kept, encrypted, but the key store of this system that opens it is gone, locked or another one. Bring it back and start Parley again, or save the key once more.',
    ja: '保存されたキーは暗号化されたまま残っていますが、それを開くこのシステムのキーストアが使えません（なくなった、ロックされている、または別のものです）。キーストアを元に戻してParleyを起動し直すか、キーをもう一度保存してください。',
  },
  'server-away': {
    en: 'The libSQL server did not answer ({detail}). Everything is kept on this computer and sent as soon as the server answers.',
    ja: 'libSQLサーバーから応答がありません（{detail}）。会話はすべてこのコンピューターに残してあり、応答がありしだい送ります。',
  },
  'server-refused': {
    en: 'The libSQL server did not take the token ({detail}). Everything is kept on this computer. Enter a token that may read and write, under Settings, Storage and privacy.',
    ja: 'libSQLサーバーがトークンを受け付けませんでした（{detail}）。会話はすべてこのコンピューターに残してあります。「設定」の「保存とプライバシー」で、読み書きできるトークンを入力してください。',
  },
  'server-not-libsql': {
    en: 'There is no libSQL server at this address ({detail}). Everything is kept on this computer. Check the address under Settings, Storage and privacy.',
    ja: 'このアドレスにlibSQLサーバーがありません（{detail}）。会話はすべてこのコンピューターに残してあります。「設定」の「保存とプライバシー」でアドレスを確かめてください。',
  },
  'server-failed': {
    en: 'The libSQL server refused what was sent ({detail}). Everything is kept on this computer; Parley tries again every 20 seconds.',
    ja: 'libSQLサーバーが送信内容を受け付けませんでした（{detail}）。会話はすべてこのコンピューターに残してあり、Parleyは20秒ごとに送信を試みます。',
  },
  'key-variable-ignored': { en: '{variable} is not used. {problem}', ja: '{variable}は使いません。{problem}' },
  'key-empty': {
    en: 'There is no key in the field. Paste the key from Google AI Studio.',
    ja: 'キーが入力されていません。Google AI Studioのキーを貼り付けてください。',
  },
  'key-malformed': {
    en: 'The key holds a gap, a line break or a character that keys never have. Copy it again from Google AI Studio, and nothing else with it.',
    ja: 'キーに空白、改行、または使えない文字があります。Google AI Studioからキーだけをコピーし直してください。',
  },
  'hold-not-watched': {
    en: 'The system does not let Parley watch a held key.',
    ja: 'システムが、押し続けているキーをParleyに知らせません。',
  },
  'shortcut-taken': {
    en: '{obstacle} The shortcut {keys} is taken by another program: choose another one under Settings, Hotkeys, or talk with this window in front.',
    ja: '{obstacle}{keys}はほかのプログラムが使っています。「設定」の「ホットキー」で別のキーを選ぶか、このウィンドウを前にして話してください。',
  },
  'recording-unreadable': {
    en: "{file} can't be read ({code}). Check that the file is there and may be read.",
    ja: '{file}を読めません（{code}）。ファイルがあり、読めることを確かめてください。',
  },
  'wayland-no-hold': {
    en: 'This desktop uses Wayland, which does not let a program watch a held key.',
    ja: 'このデスクトップはWaylandで、押し続けているキーをプログラムに知らせません。',
  },
  'portal-missing': {
    en: 'This desktop uses Wayland and has no portal for shortcuts, so no key can be held outside this window.',
    ja: 'このデスクトップはWaylandで、ショートカット用のポータルがありません。このウィンドウの外ではキーを押し続けて話せません。',
  },
  'portal-refused': {
    en: 'The desktop asked for keys for Parley, and got no yes. Choose another key under Settings, Hotkeys, and it asks again.',
    ja: 'デスクトップがParleyのキーを確認しましたが、許可されませんでした。「設定」の「ホットキー」で別のキーを選ぶと、もう一度確認されます。',
  },
  'portal-failed': {
    en: 'The desktop’s portal for shortcuts gave Parley no keys.',
    ja: 'デスクトップのショートカット用ポータルから、キーを受け取れませんでした。',
  },
  'portal-closed': {
    en: 'The desktop has taken Parley’s keys back.',
    ja: 'デスクトップがParleyのキーを取り消しました。',
  },
  'key-in-browser': {
    en: 'In a browser the talk key works only while this page is in front.',
    ja: 'ブラウザでは、このページが前にあるときだけ話すキーが働きます。',
  },
  'no-display': { en: 'There is no display to take keys from.', ja: 'キーを受け取るディスプレイがありません。' },
  'keyboard-not-trusted': {
    en: 'macOS does not let Parley watch the keyboard yet. Allow it under System Settings, Privacy & Security, Accessibility, then start Parley again.',
    ja: 'macOSがまだParleyにキーボードを見せていません。「システム設定」→「プライバシーとセキュリティ」→「アクセシビリティ」で許可してから、Parleyを起動し直してください。',
  },
} as const
