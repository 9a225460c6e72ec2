import type { enText } from './en-text'

/** Strings of answers in writing, in Japanese. */
export const jaText: { readonly [Key in keyof typeof enText]: string } = {
  'text.group': '文字での回答',
  'text.typedWords': '入力した文に答えるのは',
  'text.typedWordsLine': '会話ごとに、入力欄の横のボタンでも変えられます',
  'text.typedWords.voice': '音声モデル',
  'text.typedWords.text': 'テキストモデル',
  'text.model': 'テキストモデル',
  'text.modelLine': '文字での回答を選んだとき、入力した文に答えます。次のメッセージから有効',
  'text.googleSearch': 'Google検索',
  'text.googleSearchLine': 'テキストモデルがウェブを検索できます。出典は回答の下に表示されます',
  'text.codeExecution': 'コードの実行',
  'text.codeExecutionLine': 'テキストモデルがコードで計算できます。コードはこのコンピューターではなくGoogleで動きます',
  'text.inWriting': '入力した文に文字で答える',
  'text.thoughts': '思考の要約',
}
