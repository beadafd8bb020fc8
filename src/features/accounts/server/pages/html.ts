/** Markup that is safe to send: what was put into it is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

/** Makes markup; every value in it is escaped unless it is markup itself. Lists are joined; null and false are nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, i) => text + render(values[i - 1]) + part))
}

function render(value: Value): string {
  if (value instanceof Html) return value.text
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
