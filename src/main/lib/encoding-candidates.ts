/** The encoding of a text file. */
export interface TextEncoding {
  /** the name in `iconv-lite` */
  readonly name: string
  /** the name for people */
  readonly label: string
  /** length of the byte order mark */
  readonly markBytes: number
}

/** An encoding that a file without a byte order mark may have. */
export interface EncodingCandidate extends TextEncoding {
  readonly kind: 'one-byte' | 'chinese' | 'japanese' | 'korean'
  /** how unusual the encoding is for a table; 0 is the most usual */
  readonly rarity: number
  /** the bytes that begin its frequent ideographs, both ends included; null where it has none */
  readonly frequent: readonly [number, number] | null
}

export const utf8: TextEncoding = { name: 'utf8', label: 'UTF-8', markBytes: 0 }
export const utf16le: TextEncoding = { name: 'utf-16le', label: 'UTF-16', markBytes: 0 }
export const utf16be: TextEncoding = { name: 'utf-16be', label: 'UTF-16 BE', markBytes: 0 }

function oneByte(name: string, label: string, rarity: number): EncodingCandidate {
  return { name, label, markBytes: 0, kind: 'one-byte', rarity, frequent: null }
}

/** In this order they are tried, and of two that read a file alike the first counts. */
export const encodingCandidates: readonly EncodingCandidate[] = [
  oneByte('win1252', 'Windows-1252', 0),
  { name: 'cp932', label: 'Shift_JIS', markBytes: 0, kind: 'japanese', rarity: 0, frequent: [0x88, 0x97] },
  { name: 'gb18030', label: 'GB18030', markBytes: 0, kind: 'chinese', rarity: 0, frequent: [0xb0, 0xd7] },
  { name: 'big5', label: 'Big5', markBytes: 0, kind: 'chinese', rarity: 0.5, frequent: [0xa4, 0xc6] },
  { name: 'cp949', label: 'EUC-KR', markBytes: 0, kind: 'korean', rarity: 0.5, frequent: null },
  { name: 'eucjp', label: 'EUC-JP', markBytes: 0, kind: 'japanese', rarity: 1, frequent: [0xb0, 0xcf] },
  oneByte('win1251', 'Windows-1251', 0.5),
  oneByte('win1250', 'Windows-1250', 0.5),
  oneByte('win1253', 'Windows-1253', 0.5),
  oneByte('win1254', 'Windows-1254', 0.5),
  oneByte('win1255', 'Windows-1255', 0.5),
  oneByte('win1256', 'Windows-1256', 0.5),
  oneByte('win1257', 'Windows-1257', 1.5),
  oneByte('win1258', 'Windows-1258', 2),
  oneByte('windows874', 'Windows-874', 0.5),
  oneByte('koi8r', 'KOI8-R', 1.5),
  oneByte('koi8u', 'KOI8-U', 1.5),
  oneByte('iso885915', 'ISO-8859-15', 1.5),
  oneByte('iso88592', 'ISO-8859-2', 1.5),
  oneByte('iso88595', 'ISO-8859-5', 2),
  oneByte('iso88596', 'ISO-8859-6', 2),
  oneByte('iso88597', 'ISO-8859-7', 2),
  oneByte('iso88598', 'ISO-8859-8', 2),
  oneByte('iso88599', 'ISO-8859-9', 2),
  oneByte('iso88593', 'ISO-8859-3', 3),
  oneByte('iso88594', 'ISO-8859-4', 3),
  oneByte('iso885910', 'ISO-8859-10', 3),
  oneByte('iso885913', 'ISO-8859-13', 2.5),
  oneByte('iso885914', 'ISO-8859-14', 3),
  oneByte('iso885916', 'ISO-8859-16', 3),
  oneByte('macroman', 'Mac Roman', 3),
  oneByte('cp866', 'IBM866', 2.5),
]

/** Other names that people write for an encoding, in small letters without signs. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  latin1: 'win1252',
  iso88591: 'win1252',
  ansi: 'win1252',
  latin2: 'iso88592',
  latin9: 'iso885915',
  sjis: 'cp932',
  windows31j: 'cp932',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  cp936: 'gb18030',
  cp950: 'big5',
  big5hkscs: 'big5',
  macintosh: 'macroman',
  iso885911: 'windows874',
  tis620: 'windows874',
}

/** The encoding of this name, however it is written (`windows-1253`, `cp1253`, `latin1`); undefined where there is none. */
export function encodingNamed(wanted: string): TextEncoding | undefined {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const name = plain(wanted).replace(/^cp(?=125\d$)/, 'windows')
  const known: readonly TextEncoding[] = [utf8, utf16le, utf16be, ...encodingCandidates]
  const other = OTHER_NAMES[name]
  return known.find((one) => one.name === other || plain(one.name) === name || plain(one.label) === name)
}

/** The names for people of all encodings that can be read. */
export const encodingLabels: readonly string[] = [utf8, utf16le, utf16be, ...encodingCandidates].map(({ label }) => label)
