/** What does not fit about an argument: the words of our own schemas, and those of zod 4 in English for what they check. */
export const argumentTexts = {
  'argument-empty': { en: 'must not be empty', ja: '空にできません' },
  'argument-currency': { en: 'must be three capital letters, for example JPY', ja: '大文字3字で書きます（例：JPY）' },
  'argument-decimals': { en: 'has more decimal places than {currency} has', ja: '小数の桁が{currency}より細かいです' },
  'argument-type': {
    en: 'Invalid input: expected {expected}, received {received}',
    ja: '種類が違います（必要：{expected}、実際：{received}）',
  },
  'argument-value': { en: 'Invalid input: expected {expected}', ja: '値が違います（必要：{expected}）' },
  'argument-option': { en: 'Invalid option: expected one of {options}', ja: '選べる値ではありません（{options}）' },
  'argument-date': { en: 'must be a date like 2026-11-27', ja: '2026-11-27のような日付にします' },
  'argument-address': {
    en: 'must be an https address with a host and without a user name or password',
    ja: 'ホストがあり、ユーザー名とパスワードのないhttpsのアドレスにします',
  },
  'argument-too-short': { en: 'Too small: expected string to have {limit} characters', ja: '短すぎます（{limit}文字）' },
  'argument-too-long': { en: 'Too big: expected string to have {limit} characters', ja: '長すぎます（{limit}文字）' },
  'argument-short': { en: 'Too small: expected {kind} to have {limit}', ja: '小さすぎます（{kind}：{limit}）' },
  'argument-low': { en: 'Too small: expected {kind} to be {limit}', ja: '小さすぎます（{kind}：{limit}）' },
  'argument-long': { en: 'Too big: expected {kind} to have {limit}', ja: '大きすぎます（{kind}：{limit}）' },
  'argument-high': { en: 'Too big: expected {kind} to be {limit}', ja: '大きすぎます（{kind}：{limit}）' },
  'argument-pattern': { en: 'Invalid string: must {rule}', ja: '形が合いません（{rule}）' },
  'argument-unknown-key': { en: 'Unrecognized key: {key}', ja: '知らない引数です（{key}）' },
  'argument-unknown-keys': { en: 'Unrecognized keys: {keys}', ja: '知らない引数です（{keys}）' },
  'argument-form': { en: 'Invalid {form}', ja: '形が合いません（{form}）' },
} as const
