import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { detectEncoding } from '../../../src/main/lib/encoding'
import { type EncodingCandidate, encodingCandidates, encodingNamed } from '../../../src/main/lib/encoding-candidates'
import { bytesToCompare } from '../../../src/main/lib/encoding-evidence'
import { importedCsv } from '../../support/imported-csv'
import { languagesOf } from '../../support/words-of-languages'

it.each([
  ['enc-greek.csv', ['Όνομα', 'Πόλη', 'Ποσό'], ['Γιώργος', 'Αθήνα', 50], 'Read as Windows-1253.'],
  ['enc-koi8.csv', ['Имя', 'Город', 'Сумма'], ['Анна', 'Москва', 50], 'Read as KOI8-R.'],
  ['enc-french.csv', ['Prénom', 'Ville', 'Somme'], ['Hélène', 'Orléans', '50'], 'Read as Windows-1252.'],
  ['gbk.csv', ['姓名', '数量'], ['李雷', 3], 'Read as GB18030.'],
])('reads %s in its encoding, and says which that is', (file, names, row, note) => {
  const { columns, rows, notes } = importedCsv(readFileSync(join('tests/fixtures/csv', file)), file)
  expect(columns.map((column) => column.replace(/ [A-Z]+$/, ''))).toEqual(names)
  expect(rows[0]).toEqual(row)
  expect(notes).toEqual([note])
})

it.each([
  ['big5', 'Big5', '姓名,城市\n王小明,臺北\n陳美玲,高雄\n'],
  ['cp949', 'EUC-KR', '이름,도시\n김철수,서울\n이영희,부산\n'],
  ['eucjp', 'EUC-JP', '商品,町\nりんご,大阪\nみかん,函館\n'],
  ['win1250', 'Windows-1250', 'imię,miasto\nŁukasz,Łódź\nMałgorzata,Gdańsk\n'],
  ['iso88592', 'ISO-8859-2', 'imię,miasto\nŁukasz,Łódź\nMałgorzata,Gdańsk\n'],
  ['win1251', 'Windows-1251', "ім'я,місто\nОлена,Київ\nЇжак,Львів\n"],
  ['iso88595', 'ISO-8859-5', 'Имя,Город\nАнна,Москва\nПётр,Казань\n'],
  ['koi8u', 'KOI8-U', "ім'я,місто\nОлена,Київ\nЇжак,Львів\n"],
  ['cp866', 'IBM866', 'Имя,Город\nАнна,Москва\nПётр,Казань\n'],
  ['iso88597', 'ISO-8859-7', 'Όνομα,Πόλη\nΓιώργος,Αθήνα\nΆννα,Άργος\n'],
  ['win1254', 'Windows-1254', 'ad,şehir\nAyşe,İstanbul\nGülşah,Eskişehir\nIşıl,Şanlıurfa\nYağız,Muğla\n'],
  ['win1255', 'Windows-1255', 'שם,עיר\nדוד,ירושלים\nרחל,חיפה\n'],
  ['win1256', 'Windows-1256', 'الاسم,المدينة\nمحمد,القاهرة\nفاطمة,بغداد\n'],
  ['iso88596', 'ISO-8859-6', 'الاسم,المدينة\nمحمد,القاهرة\nفاطمة,بغداد\n'],
  ['win1257', 'Windows-1257', 'vardas,miestas\nŠarūnas,Šiauliai\nEglė,Panevėžys\n'],
  ['win1258', 'Windows-1258', 'tên,thành phô\u0301\nNguyê\u0303n,Ha\u0300 Nô\u0323i\n'],
  ['windows874', 'Windows-874', 'ชื่อ,เมือง\nสมชาย,นคร\nมานี,ลพบุรี\nสมใจ,น่าน\n'],
  ['macroman', 'Mac Roman', 'nom,ville\nHélène,Orléans\nFrançois,Sète\n'],
  ['iso885915', 'ISO-8859-15', 'nom,prix\nHélène,70 €\nŒuvre,cœur\n'],
])('detects a few words in %s', (name, label, text) => {
  const { columns, rows, notes } = importedCsv(iconv.encode(text, name))
  const lines = text.trim().split('\n')
  expect([columns.map((column) => column.replace(/ [A-Z]+$/, '')), ...rows]).toEqual(lines.map((line) => line.split(',')))
  expect(notes).toEqual([`Read as ${label}.`])
})

it('says which encoding was taken where another fits as well, and reads the named one without a word of doubt', () => {
  const bytes = iconv.encode('név,város\nGyőző,Győr\n', 'win1250')
  const guessed = importedCsv(bytes)
  expect(guessed.notes).toEqual([expect.stringMatching(/^Read as Windows-125\d, but it may also be .*Windows-125\d/)])
  const hungarian = importedCsv(bytes, 'people.csv', { encoding: 'windows-1250' })
  expect(hungarian.rows).toEqual([['Győző', 'Győr']])
  expect(hungarian.notes).toEqual(['Read as Windows-1250.'])
  expect(importedCsv(bytes, 'people.csv', { encoding: 'latin1' }).rows).toEqual([['Gyõzõ', 'Gyõr']])
})

it('finds an encoding by letters that stand anywhere in the file', () => {
  const late = `name,city\n${'Anna,Paris\n'.repeat(30_000)}${'José,Málaga\n'.repeat(3)}Łukasz,Łódź\nMałgorzata,Gdańsk\nRadosław,Toruń\n`
  expect(importedCsv(iconv.encode(late, 'win1250')).rows.at(-1)).toEqual(['Radosław', 'Toruń'])
})

it('refuses a file that is not in the named encoding', () => {
  const { problem } = importedCsv(Buffer.from([...Buffer.from('a,b\nx,'), 0xe9, 0x0a]), 'people.csv', { encoding: 'utf-8' })
  expect(problem).toContain('is not UTF-8 in line 2')
})

it.each([
  ['cp1253', 'win1253'],
  ['Windows 1253', 'win1253'],
  ['ISO-8859-7', 'iso88597'],
  ['latin1', 'win1252'],
  ['GBK', 'gb18030'],
  ['shift-jis', 'cp932'],
  ['UTF8', 'utf8'],
  ['klingon', undefined],
])('knows the encoding that is called %s', (name, found) => {
  expect(encodingNamed(name)?.name).toBe(found)
})

const SCRIPTS = [
  /^\p{Script=Latin}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Arabic}$/u,
  /^\p{Script=Thai}$/u,
  /^\p{Script=Han}$/u,
  /^\p{Script=Hangul}$/u,
  /^[\p{Script=Hiragana}\p{Script=Katakana}]$/u,
]

/** Words of one script, of characters that the encoding can write and signs between them. */
function wordsOf({ name, kind }: EncodingCandidate): fc.Arbitrary<string> {
  const pairs = Array.from({ length: 0x7e * 12 }, (_, index) => [0x81 + Math.floor(index / 12), 0xa1 + (index % 12) * 7])
  const bytes = kind === 'one-byte' ? Array.from({ length: 0x80 }, (_, index) => [0x80 + index]) : pairs
  const all = [...new Set(bytes.map((one) => iconv.decode(Buffer.from(one), name)))].filter(
    (text) => [...text].length === 1 && !/[\ufffd\p{C}\p{Z}]/u.test(text) && iconv.decode(iconv.encode(text, name), name) === text,
  )
  const scripts = kind === 'one-byte' ? SCRIPTS : SCRIPTS.slice(6)
  const words = scripts.flatMap((script) => {
    const own = all.filter((character) => script.test(character))
    const ascii = script.test('a') ? [...'aeinrstl'] : []
    return own.length < 3 ? [] : [fc.string({ unit: fc.constantFrom(...own, ...ascii), minLength: 1, maxLength: 8 })]
  })
  const signs = all.filter((character) => /[\p{P}\p{S}]/u.test(character))
  return fc.oneof(...words, ...words, fc.constantFrom('a', 'bc', '"', ';', ...signs))
}

/** How programs write a table: what they quote, and how lines end. */
const WRITERS: Readonly<Record<string, (rows: readonly (readonly string[])[]) => string>> = {
  'RFC 4180': (rows) => written(rows, /[",\r\n]/, ',', '\r\n'),
  Excel: (rows) => written(rows, /[",;\r\n]/, ';', '\r\n'),
  LibreOffice: (rows) => written(rows, /[",\n\t]/, ',', '\n'),
  'csv of Python': (rows) => written(rows, /["\r\n]/, '\t', '\r\n'),
  PapaParse: (rows) => written(rows, /[",\r\n\ufeff]|^ | $/, ',', '\r\n').trimEnd(),
}

function written(rows: readonly (readonly string[])[], special: RegExp, delimiter: string, end: string): string {
  const quoted = (text: string): string => (special.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((row) => row.map(quoted).join(delimiter) + end).join('')
}

const isFull = process.env.PARLEY_TEST_SIZE === 'full'

/** Signs and numbers that stand beside words in any language. */
const BESIDE_WORDS = ['a', 'bc', '"', ';', '12', '3.5', '-', '(2)', 'No. 7', '2026-11-30']

/** A table of some of a language's words, with signs and numbers between them. */
function tableOfLanguage(words: readonly string[]): fc.Arbitrary<string[][]> {
  const word = fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 5 }, { arbitrary: fc.constantFrom(...BESIDE_WORDS), weight: 1 })
  const cell = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '))
  return fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
}

const languages = encodingCandidates.flatMap(({ name, label }) => languagesOf(name).map((one) => ({ name, label, ...one })))
const SEEDS = isFull ? [27, 28, 29, 30, 31] : [27]

it.each(languages)(
  'any table of words in $language is read from $label as it was written, or is reported as uncertain',
  ({ name, words }) => {
    for (const seed of SEEDS)
      fc.assert(
        fc.property(tableOfLanguage(words), fc.constantFrom(...Object.keys(WRITERS)), (rows, writer) => {
          const text = WRITERS[writer]?.([['first', 'second', 'third'], ...rows]) ?? ''
          const bytes = iconv.encode(text, name)
          const { encoding, isSure } = detectEncoding(bytesToCompare(bytes))
          if (isSure) expect(iconv.decode(bytes, encoding.name)).toBe(text)
        }),
        { numRuns: isFull ? 150 : 5, seed },
      )
  },
)

/** Values that a reader is tempted to change: empty, padded, with line ends, or like numbers of some notation. */
const TEMPTING = [
  '',
  ' ',
  ' a',
  'b ',
  '007',
  '1.50',
  '2.5',
  '-3',
  '12',
  '1e5',
  '1.234,5',
  'a\r\nb',
  'c\nd',
  '"',
  '""',
  '=1',
  'NULL',
  '#',
  '0.1',
  '-0',
  '+1',
]

/** Tables of 2 to 4 columns whose values are words and tempting ones. */
function temptingTableOf(word: fc.Arbitrary<string>): fc.Arbitrary<string[][]> {
  const cell = fc.oneof(
    word,
    fc.constantFrom(...TEMPTING),
    fc.tuple(word, word).map((words) => words.join(' ')),
  )
  return fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
}

/** A value of the copy as it was written; a number may have lost zeros at the end of its fraction, which are equally many in its column or none. */
function asWritten(value: unknown, text: string): string {
  if (value === null) return ''
  return typeof value === 'number' && /^-?\d+\.\d*0$/.test(text) && Number(text) === value ? text : String(value)
}

it.each(['utf8', 'utf-16le', 'utf-16be', ...encodingCandidates.map(({ name }) => name)])(
  'tables of all writers in %s read back as they were written, where the encoding is named',
  (name) => {
    const isUnicode = name.startsWith('utf')
    const candidate = encodingCandidates.find((one) => one.name === name)
    const word =
      candidate === undefined
        ? fc.string({ unit: fc.constantFrom(...'äéłñя山あ한☕🙂a,;"\n'), minLength: 1, maxLength: 6 })
        : wordsOf(candidate)
    fc.assert(
      fc.property(temptingTableOf(word), fc.constantFrom(...Object.keys(WRITERS)), (rows, writer) => {
        const head = ['first', 'second', 'third', 'fourth'].slice(0, rows[0]?.length)
        const text = WRITERS[writer]?.([head, ...rows]) ?? ''
        const bytes = iconv.encode(text, name, { addBOM: isUnicode })
        // that the first row has the names is the user's choice where the rows are words too
        const read = importedCsv(bytes, 'people.csv', { encoding: isUnicode ? null : name, header: true })
        expect(read.problem).toBe(null)
        expect(read.rows.map((row, index) => row.map((value, column) => asWritten(value, rows[index]?.[column] ?? '')))).toEqual(rows)
      }),
      { numRuns: isFull ? 60 : isUnicode ? 10 : 2, seed: 27 },
    )
  },
)
