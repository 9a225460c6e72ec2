import type { enDesktop } from './en-desktop'

/** Strings of Parley on the desktop in Japanese. */
export const jaDesktop: { readonly [Key in keyof typeof enDesktop]: string } = {
  'desktop.title': 'デスクトップ',
  'desktop.login': 'ログイン時に起動',
  'desktop.loginLine': 'ウィンドウを出さずに起動し、話すキーがすぐ働く',
  'desktop.close': 'ウィンドウを閉じたとき',
  'desktop.closeLine': '動かしておくと話すキーが働き続けます',
  'desktop.close.ask': '一度だけ尋ねる',
  'desktop.close.background': '動かしておく',
  'desktop.close.quit': '終了する',
}
