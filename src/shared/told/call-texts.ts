/** Why a call did not run, or did not end well, whatever the tool. */
export const callTexts = {
  'stopped-by-user': {
    en: 'The user stopped this call. Do not call it again unless the user asks for it.',
    ja: 'あなたが止めました。',
  },
  'taken-back-by-model': { en: 'Gemini took the call back.', ja: 'Geminiが取り下げました。' },
  'session-ended': { en: 'The session ended.', ja: 'セッションが終わりました。' },
  'conversation-deleted': { en: 'The conversation was deleted.', ja: '会話が削除されました。' },
  'conversation-ended': {
    en: 'The conversation was ended while the call ran, so it was stopped.',
    ja: '実行中に会話が終わったため、止めました。',
  },
  'call-left-open-elsewhere': {
    en: 'The call had not ended when the conversation was exported, so it was not run here.',
    ja: '書き出したときに終わっていなかったため、ここでは実行していません。',
  },
  'closed-before-run': { en: 'Parley was closed before the call began.', ja: '実行を始める前にParleyが終了しました。' },
  'closed-while-running': { en: 'Parley was closed while the call ran.', ja: '実行中にParleyが終了しました。' },
  'closed-without-end': {
    en: 'Parley was closed while the call ran, so it did not end.',
    ja: '実行中にParleyが終了したため、最後まで実行していません。',
  },
  'result-lost': {
    en: 'The call ran, but its result was lost when Parley was closed.',
    ja: '実行しましたが、Parleyが終了したときに結果が失われました。',
  },
  'taken-back-before-run': {
    en: 'The call was taken back before it began. Nothing was run.',
    ja: '始める前に取り下げられました。何も実行していません。',
  },
  'taken-back-and-stopped': {
    en: 'The call was taken back while it ran, and was stopped.',
    ja: '実行中に取り下げられたため、止めました。',
  },
  'gateway-port-taken': {
    en: 'Other programs can’t reach Parley: port {port} can’t be had ({code}). Choose another one.',
    ja: '他のプログラムからParleyに接続できません：ポート{port}を使えません（{code}）。別のポートを選んでください。',
  },
  'client-failed': {
    en: 'The program that runs this tool reported a failure: {reason}',
    ja: 'この道具を動かすプログラムが失敗を伝えました：{reason}',
  },
  'client-too-slow': {
    en: 'The program that was given this call sent no result within {seconds} s.',
    ja: 'この呼び出しを任されたプログラムから、{seconds}秒以内に結果が届きませんでした。',
  },
  'taken-back-while-running': { en: 'The call was taken back while it ran.', ja: '実行中に取り下げられました。' },
  'taken-back': { en: 'The call was taken back.', ja: '取り下げられました。' },
  'too-slow': { en: 'The tool did not end within {seconds} s and was stopped.', ja: '{seconds}秒以内に終わらなかったため、止めました。' },
  'failed-inside': {
    en: "{tool} failed inside Parley. The user's log has the details.",
    ja: 'Parleyの中で失敗しました（{tool}）。詳しくはログにあります。',
  },
  'not-run-inside': {
    en: "{tool} could not be run inside Parley. The user's log has the details.",
    ja: 'Parleyの中で実行できませんでした（{tool}）。詳しくはログにあります。',
  },
  'failed-in-window': { en: "{tool} failed inside Parley's window.", ja: 'Parleyのウィンドウの中で失敗しました（{tool}）。' },
  'no-window': {
    en: '{tool} runs in the window, and there is none.',
    ja: 'ウィンドウで動くツールですが、ウィンドウがありません（{tool}）。',
  },
  'no-such-tool-in-window': { en: 'This window has no tool called {tool}.', ja: 'このウィンドウに{tool}というツールはありません。' },
  'no-result-from-window': {
    en: "{tool} gave something in Parley's window that is no result of it, so it is not known whether it worked.",
    ja: 'ウィンドウの答えが{tool}の結果ではないため、うまくいったかどうか分かりません。',
  },
  'window-reloaded': {
    en: 'The window was loaded anew while the call ran, so its end is not known.',
    ja: '実行中にウィンドウが読み込み直されたため、どう終わったか分かりません。',
  },
  'no-such-tool': { en: 'There is no such tool. The tools are: {tools}.', ja: 'そのツールはありません。使えるのは次のツールです：{tools}' },
  'arguments-do-not-fit': {
    en: '{tool} was not run: {problems}. Correct the arguments and call again.',
    ja: '引数が合わないため、{tool}を実行していません：{problems}',
  },
  'ran-with-other-arguments': {
    en: 'A call with this id ran before with other arguments.',
    ja: '同じIDの呼び出しが、前に別の引数で実行されています。',
  },
  'made-with-other-arguments': {
    en: 'A call with this id was made before with other arguments. Nothing was run.',
    ja: '同じIDの呼び出しが、前に別の引数で行われています。何も実行していません。',
  },
  'running-already': { en: 'This call is running already.', ja: 'この呼び出しはすでに実行中です。' },
  'nobody-allowed': { en: 'Nobody allowed this call, so it was not run.', ja: '誰も許可していないため、実行していません。' },
  'asked-about-others': {
    en: 'The user was asked about other arguments, so this call was not run.',
    ja: '確認した引数と違うため、実行していません。',
  },
  'not-all-answered': {
    en: 'The user has not answered every question about this call, so it was not run.',
    ja: 'すべての確認に答えていないため、実行していません。',
  },
  'not-all-asked': {
    en: 'The user was not asked everything about this call, so it was not run.',
    ja: 'すべてを確認していないため、実行していません。',
  },
  'not-to-be-run': {
    en: 'This call is {state}, so it was not run.',
    ja: 'この呼び出しの状態では実行できないため、実行していません（{state}）。',
  },
  'not-claimed': { en: '{reason} It was not run.', ja: '{reason}実行していません。' },
  'wrong-state': {
    en: "This call is {state}, so it can't become {next}.",
    ja: 'この呼び出しの状態（{state}）からは、{next}にできません。',
  },
  'denied-by-rule': { en: 'Rule {number}: {name}', ja: 'ルール{number}：{name}' },
  denied: { en: 'Denied: {reason}', ja: '拒否：{reason}' },
  'not-allowed': { en: 'not allowed', ja: '許可されていません' },
  'no-answer-in-time': { en: 'no answer in time', ja: '時間内に答えがありませんでした' },
} as const
