import type { Unzipped } from 'fflate'
import { formatNumber, NUMBER_FORMATS } from './number-format.ts'
import { LIMITS, Refusal } from './protocol.ts'
import { SheetRows, type Sheet } from './table.ts'
import { Enough, readXml, relationsIn } from './xml.ts'
import { unzipWithin, xmlOf } from './zip.ts'

const WANTED =
  /^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/

type DateFormat = 'date' | 'time' | 'datetime'

/** How a style shows numbers: as dates, or by a code; neither for as they are. */
interface Format {
  readonly date?: DateFormat | undefined
  readonly code?: string | undefined
}

interface Book {
  /** Names and parts, in the order of the tabs. */
  sheets: { name: string; part: string }[]
  strings: string[]
  /** Number formats of cell styles. */
  formats: readonly Format[]
  /** Whether days count from 1904. */
  from1904: boolean
}

/**
 * Sheets of an Office Open XML workbook (ECMA-376, part 1, 18): texts, numbers in their formats, dates and results of
 * formulas.
 * @throws Refusal for what is no workbook
 */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const files = unzipWithin(bytes, WANTED)
  const book = readBook(files)
  return book.sheets.slice(0, LIMITS.sheets).flatMap(({ name, part }) => {
    const xml = xmlOf(files, part)
    return xml === undefined ? [] : [readSheet(name, xml, book)]
  })
}

function readBook(files: Unzipped): Book {
  const workbook = xmlOf(files, 'xl/workbook.xml')
  if (workbook === undefined) throw new Refusal('This file is damaged or protected by a password')
  const parts = relationsIn(xmlOf(files, 'xl/_rels/workbook.xml.rels'), 'xl')
  const sheets: Book['sheets'] = []
  let from1904 = false
  readXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      const part = parts.get(attributes['*:id'] ?? '')
      if (name === 'sheet' && part !== undefined && attributes['state'] !== 'veryHidden')
        sheets.push({ name: attributes['name'] ?? '', part })
    },
  })
  return { sheets, from1904, strings: readStrings(files), formats: readFormats(files) }
}

function readStrings(files: Unzipped): string[] {
  const strings: string[] = []
  let current: string | undefined
  let inText = false
  let phonetic = 0
  readXml(xmlOf(files, 'xl/sharedStrings.xml') ?? '<none/>', {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') inText = phonetic === 0
    },
    text(text) {
      if (inText && current !== undefined) current += text
    },
    close(name) {
      if (name === 'si') strings.push(current ?? '')
      else if (name === 'rPh') phonetic--
      else if (name === 't') inText = false
    },
  })
  return strings
}

/** Number formats without a code in the file that show dates (18.8.30). */
const BUILT_IN: Readonly<Record<number, DateFormat>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'datetime',
  45: 'time',
  46: 'time',
  47: 'time',
}

function readFormats(files: Unzipped): Book['formats'] {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let inCells = false
  readXml(xmlOf(files, 'xl/styles.xml') ?? '<none/>', {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const id = Number(numFmtId)
      const code = codes.get(id)
      formats.push({ date: dateFormat(id, code), code: code ?? NUMBER_FORMATS[id] })
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

function dateFormat(id: number, code: string | undefined): DateFormat | undefined {
  if (code === undefined) return BUILT_IN[id]
  const bare = code.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  const hasDate = /[yd]/i.test(bare)
  const hasTime = /[hs]/i.test(bare)
  if (hasDate) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : undefined
}

function readSheet(name: string, xml: string, book: Book): Sheet {
  const rows = new SheetRows(name)
  let row = -1
  let column = -1
  let cell: { type: string; style: number; text: string } | undefined
  let inValue = false
  readXml(xml, {
    open(element, attributes) {
      if (element === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1
        column = -1
        if (row >= LIMITS.rows) {
          rows.cut()
          throw new Enough()
        }
      } else if (element === 'c') {
        column = columnOf(attributes['r']) ?? column + 1
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), text: '' }
      } else if (element === 'v' || element === 't') inValue = true
    },
    text(text) {
      if (inValue && cell) cell.text += text
    },
    close(element) {
      if (element === 'v' || element === 't') inValue = false
      if (element !== 'c' || !cell) return
      if (row >= 0 && column >= 0) rows.put(row, column, shown(cell, book))
      cell = undefined
    },
  })
  return rows.sheet
}

/** Column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function shown({ type, style, text }: { type: string; style: number; text: string }, book: Book): string {
  switch (type) {
    case 's':
      return book.strings[Number(text)] ?? ''
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE'
    case 'n': {
      const { date, code } = book.formats[style] ?? {}
      const number = Number(text)
      if (text === '' || !Number.isFinite(number)) return text
      if (date) return dateText(number, date, book.from1904)
      // Fifteen digits are what spreadsheets calculate with: 0.1 + 0.2 is 0.3.
      return (code === undefined ? undefined : formatNumber(number, code)) ?? String(Number(number.toPrecision(15)))
    }
    default:
      return text
  }
}

const DAY_MS = 86_400_000
/** Days from the beginning of a spreadsheet's time to that of Unix. */
const TO_UNIX = { from1900: 25_569, from1904: 24_107 }

function dateText(days: number, format: DateFormat, from1904: boolean): string {
  const at = new Date(Math.round((days - (from1904 ? TO_UNIX.from1904 : TO_UNIX.from1900)) * DAY_MS))
  if (Number.isNaN(at.getTime())) return String(days)
  const iso = at.toISOString()
  const time = iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)
  if (format === 'time') return time
  return format === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
