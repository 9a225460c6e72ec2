/** A yes in words, English or Japanese, as it is said to a question that waits. */
const YES = [
  'yes|yeah|yep|yup|sure|of course|ok|okay|all right|alright|go ahead|go on|do it|do that|allow|allow it|allow that|approve|approve it',
  'confirm|confirmed|pay it|send it|that is fine|fine|please do',
  'はい|うん|ええ|いいよ|いいです|いいですよ|どうぞ|オーケー|おーけー|許可|許可する|許可します|許可して|許可してください|承認|承認します',
  'お願い|お願いします|おねがいします|そうして|そうしてください|やって|やってください|大丈夫|大丈夫です',
].join('|')
const POLITE = 'please|parley|thanks|thank you|do|just'
const WHOLE = new RegExp(`^(?:(?:${YES}|${POLITE})\\s*)*(?:${YES})(?:\\s*(?:${YES}|${POLITE}))*$`)

/**
 * Whether these words say yes and nothing else. It never answers a question: it only tells that the user means the one that
 * waits, so that the focus can go there. Words with a wish in them ("yes, but 50 euros") are none.
 */
export function isSpokenYes(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.length <= LONGEST_YES && WHOLE.test(words)
}

const LONGEST_YES = 60
