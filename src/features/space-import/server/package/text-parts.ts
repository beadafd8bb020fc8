/** Length from which a text is passed on in parts, in UTF-16 units. */
const PART = 64 * 1024
/** Longest tag or instruction, in UTF-16 units. */
const MOST_MARKUP = 1024 * 1024
/** Longest reference to a character or entity, such as `&amp;`, in UTF-16 units. */
const MOST_REFERENCE = 64

const CDATA = '<![CDATA['
const COMMENT = '<!--'

/** Reference to a character by its number. */
const CHARACTER_REFERENCE = /&#(?:[xX]([\da-fA-F]+)|(\d+));/g

interface TextPartsOptions {
  /** Length from which a text is divided, in UTF-16 units; for tests. */
  part?: number
  /** Called for each reference to a character that XML forbids, which is left out. */
  dropped?(): void
}

type State = 'text' | 'cdata' | 'tag' | 'instruction' | 'comment'

/**
 * Divides long texts of XML by empty comments, and long CDATA sections into several, so that a parser, which holds a
 * text until its end, never holds more than a part. Leaves out comments, and references to characters that XML forbids.
 * Otherwise the parsed result is the same.
 */
export class TextParts {
  #state: State = 'text'
  /** The end of what came, whose meaning depends on what follows. */
  #held = ''
  /** Length of the open part or markup. */
  #length = 0
  /** The quotation mark of the open attribute. */
  #quote = ''
  #out: string[] = []
  readonly #part: number
  readonly #dropped: () => void

  constructor({ part = PART, dropped }: TextPartsOptions = {}) {
    this.#part = part
    this.#dropped = dropped ?? (() => {})
  }

  /** @throws Error for a tag that is too long */
  write(xml: string): string {
    let rest = this.#held + xml
    this.#held = ''
    while (rest !== '') rest = this.#next(rest)
    const out = this.#out.join('')
    this.#out = []
    return out
  }

  /** The rest at the end of the XML. */
  end(): string {
    return this.#state === 'comment' ? COMMENT : this.#held
  }

  /** Takes the beginning of the XML. @returns the rest; empty where more has to come */
  #next(xml: string): string {
    switch (this.#state) {
      case 'text':
        return this.#text(xml)
      case 'cdata':
        return this.#until(xml, ']]>', 'text')
      case 'instruction':
        return this.#until(xml, '?>', 'text')
      case 'comment':
        return this.#comment(xml)
      case 'tag':
        return this.#tag(xml)
    }
  }

  #text(xml: string): string {
    const at = xml.indexOf('<')
    if (at === -1) {
      const reference = xml.lastIndexOf('&')
      const isOpen = reference !== -1 && xml.length - reference < MOST_REFERENCE && !xml.includes(';', reference)
      this.#passTo(xml, isOpen ? reference : xml.length)
      this.#divide(`${COMMENT}-->`)
      return ''
    }
    this.#pass(xml.slice(0, at))
    const rest = xml.slice(at)
    for (const opening of [CDATA, COMMENT]) {
      if (rest.length < opening.length && opening.startsWith(rest)) {
        this.#held = rest
        return ''
      }
    }
    if (rest.startsWith(CDATA)) return this.#open('cdata', rest, CDATA)
    if (rest.startsWith(COMMENT)) {
      this.#open('comment', '', '')
      return rest.slice(COMMENT.length)
    }
    return rest.startsWith('<?') ? this.#open('instruction', rest, '<?') : this.#open('tag', rest, '<')
  }

  #open(state: State, xml: string, opening: string): string {
    this.#state = state
    this.#length = 0
    if (opening !== '') this.#out.push(opening)
    return xml.slice(opening.length)
  }

  /** Passes on what comes up to the end of a section or instruction. */
  #until(xml: string, end: string, then: State): string {
    const at = xml.indexOf(end)
    if (at !== -1) {
      this.#pass(xml.slice(0, at + end.length))
      this.#state = then
      this.#length = 0
      return xml.slice(at + end.length)
    }
    // The first characters of the end may have come.
    this.#passTo(xml, xml.length - end.length + 1)
    if (this.#state === 'cdata') this.#divide(`]]>${CDATA}`)
    else this.#limit()
    return ''
  }

  #comment(xml: string): string {
    const at = xml.indexOf('-->')
    if (at === -1) {
      this.#held = xml.slice(-2)
      return ''
    }
    this.#state = 'text'
    return xml.slice(at + 3)
  }

  #tag(xml: string): string {
    const at = this.#quote === '' ? xml.search(/[>"']/) : xml.indexOf(this.#quote)
    this.#pass(at === -1 ? xml : xml.slice(0, at + 1))
    this.#limit()
    if (at === -1) return ''
    if (xml[at] === '>' && this.#quote === '') this.#open('text', '', '')
    else this.#quote = this.#quote === '' ? (xml[at] ?? '') : ''
    return xml.slice(at + 1)
  }

  #pass(xml: string): void {
    this.#out.push(this.#state === 'text' ? this.#allowed(xml) : xml)
    this.#length += xml.length
  }

  #allowed(xml: string): string {
    return xml.replace(CHARACTER_REFERENCE, (reference, hex: string | undefined, decimal: string | undefined) => {
      if (isAllowedReference(hex, decimal)) return reference
      this.#dropped()
      return ''
    })
  }

  /** Passes on the XML up to a place where it may be divided, and holds what follows. */
  #passTo(xml: string, most: number): void {
    let at = Math.max(0, most)
    // Neither within a character, nor within the two of a line's end.
    while (at > 0 && /[\ud800-\udbff\r]/.test(xml[at - 1] ?? '')) at--
    this.#pass(xml.slice(0, at))
    this.#held = xml.slice(at)
  }

  #divide(by: string): void {
    if (this.#length < this.#part) return
    this.#out.push(by)
    this.#length = 0
  }

  #limit(): void {
    if (this.#length > MOST_MARKUP) throw new Error(`a tag of more than ${MOST_MARKUP} characters`)
  }
}

/** Whether a reference to a character, by its hexadecimal or decimal number, is to one that XML 1.0 allows. */
export function isAllowedReference(hex: string | undefined, decimal: string | undefined): boolean {
  return isAllowed(hex === undefined ? Number(decimal) : parseInt(hex, 16))
}

/** Whether XML 1.0 allows a character (production 2). */
function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
}
