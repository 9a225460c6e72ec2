import { isAscii, isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import iconv from 'iconv-lite'

/**
 * The encoding of a text file. `certain`: the file begins with a byte order mark, or contains bytes that are valid in
 * no other encoding.
 */
export interface TextEncoding {
  /** the name in `iconv-lite` */
  readonly name: string
  /** the name for people */
  readonly label: string
  /** length of the byte order mark */
  readonly markBytes: number
}

const UTF8: TextEncoding = { name: 'utf8', label: 'UTF-8', markBytes: 0 }
const UTF16LE: TextEncoding = { name: 'utf-16le', label: 'UTF-16', markBytes: 0 }
const UTF16BE: TextEncoding = { name: 'utf-16be', label: 'UTF-16', markBytes: 0 }

/** The encodings that can be guessed. Latin ones come last, because every byte is valid in them. */
const GUESSED: Readonly<Record<string, TextEncoding>> = {
  Shift_JIS: { name: 'cp932', label: 'Shift_JIS', markBytes: 0 },
  'EUC-JP': { name: 'eucjp', label: 'EUC-JP', markBytes: 0 },
  GB18030: { name: 'gb18030', label: 'GB18030', markBytes: 0 },
  Big5: { name: 'big5', label: 'Big5', markBytes: 0 },
  'EUC-KR': { name: 'euckr', label: 'EUC-KR', markBytes: 0 },
  'windows-1251': { name: 'win1251', label: 'Windows-1251', markBytes: 0 },
  'windows-1250': { name: 'win1250', label: 'Windows-1250', markBytes: 0 },
}
const EAST_ASIAN: ReadonlySet<string> = new Set(['cp932', 'eucjp', 'gb18030', 'big5', 'euckr'])
const LATIN: TextEncoding = { name: 'win1252', label: 'Windows-1252', markBytes: 0 }

/** Detects the encoding from the beginning of a file. Plain ASCII counts as UTF-8. */
export function encodingOf(begin: Uint8Array): TextEncoding {
  const [first, second, third] = begin
  if (first === 0xef && second === 0xbb && third === 0xbf) return { ...UTF8, markBytes: 3 }
  if (first === 0xff && second === 0xfe) return { ...UTF16LE, markBytes: 2 }
  if (first === 0xfe && second === 0xff) return { ...UTF16BE, markBytes: 2 }
  const zeros = [0, 1].map((side) => begin.filter((byte, index) => index % 2 === side && byte === 0).length)
  if (Math.max(...zeros) > begin.length / 5) return (zeros[0] ?? 0) > (zeros[1] ?? 0) ? UTF16BE : UTF16LE
  // UTF-8 sequences are hardly ever there by chance: if invalid bytes follow, those are the error
  return isUtf8(wholeCharacters(begin)) || !isAscii(begin.subarray(0, validUtf8(begin))) ? UTF8 : guess(begin)
}

/** The number of bytes up to the last whole line that is valid UTF-8. */
export function validUtf8(bytes: Uint8Array): number {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(from, to))) return from
    from = to
  }
  return bytes.length
}

/**
 * Whether most non-ASCII characters are next to a Latin letter: then they are accents (`Äpfel`, `São`), which East Asian
 * encodings would read as ideographs, and not text of a language with spaces or commas around its words.
 */
function standsInsideWords(text: string): boolean {
  const [all, inside] = [/[^\0-\x7f]+/g, /[a-z][^\0-\x7f]+|[^\0-\x7f]+[a-z]/gi].map((form) => text.match(form)?.length ?? 0)
  return (inside ?? 0) * 2 > (all ?? 0)
}

function guess(begin: Uint8Array): TextEncoding {
  // the most likely encoding of the list in which all bytes are valid
  const whole = begin.subarray(0, begin.lastIndexOf(10) + 1)
  const sample = whole.length === 0 ? begin : whole
  const fitting = chardet.analyse(begin).flatMap(({ name, confidence }) => {
    const known = GUESSED[name]
    if (known === undefined || confidence < 10) return []
    const text = iconv.decode(Buffer.from(sample), known.name)
    return text.includes('\ufffd') || (EAST_ASIAN.has(known.name) && standsInsideWords(text)) ? [] : [known]
  })
  const [first = LATIN] = fitting
  // any bytes are valid Latin letters with accents; few bytes are valid East Asian text with plausible word boundaries
  return first.name === 'win1250' ? (fitting.find(({ name }) => EAST_ASIAN.has(name)) ?? first) : first
}

/** Without an incomplete UTF-8 sequence at the end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

export { isAscii }
