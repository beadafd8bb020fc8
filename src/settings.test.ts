import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SiteSetting } from '#platform/server/settings.ts'
import { Texts } from '#platform/server/texts.ts'
import { features } from './server.ts'

const DOCUMENT = 'docs/administrators/configuration.md'
const HEADING = '| setting | section | at first | help |'

const settings = features.flatMap(feature => feature.settings ?? [])
const german = new Texts(features.map(feature => feature.messages ?? {})).for('de')

/** Texts of a setting that need a translation; names of languages are written in their language. */
function textsOf({ form: { section, label, help, control } }: SiteSetting): string[] {
  const parts = control?.kind === 'parts' ? Object.values(control.options) : []
  return [section.title, section.description, label, help, ...parts].filter(text => text !== undefined)
}

/** Rows of the table of settings, in the order of the form: one for each switch of a setting with parts. */
function rowsOf({ form: { section, label, help = '', control }, initial }: SiteSetting): string[] {
  const row = (name: string, value: string) => `| ${name} | ${section.title} | ${value} | ${help} |`
  switch (control?.kind) {
    case 'parts':
      return Object.entries(control.options).map(([part, name]) =>
        row(name, (initial as string[]).includes(part) ? 'off' : 'on'),
      )
    case 'megabytes':
      return [row(label, `\`${Number(initial) / 2 ** 20}\``)]
    case 'choice':
      return [row(label, control.options[String(initial)] ?? '')]
    case 'number':
    case 'text':
    case 'date':
      return [row(label, initial === '' ? '' : `\`${String(initial)}\``)]
    default:
      return [row(label, initial === true ? 'on' : 'off')]
  }
}

describe('the general settings', () => {
  it('are declared by several features, each field once', () => {
    const fields = settings.map(({ form }) => form.field)
    expect(fields.length).toBeGreaterThan(10)
    expect(fields.filter((field, index) => fields.indexOf(field) !== index)).toEqual([])
  })

  it.each(settings.map(setting => [setting.form.field, setting] as const))(
    'have a control for their values, and a first value that may be chosen: %s',
    (_, { initial, schema, form: { control, accepts = schema } }) => {
      expect(accepts.safeParse(initial)).toMatchObject({ success: true })
      const kinds = {
        boolean: ['switch'],
        string: ['text', 'date', 'choice'],
        number: ['megabytes', 'number'],
        object: ['parts'],
      }
      expect(kinds[typeof initial as keyof typeof kinds]).toContain(control?.kind ?? 'switch')
    },
  )

  it('have a German text for each text of the form', () => {
    const same = ['Wiki', 'Captcha', 'Chat']
    expect(settings.flatMap(textsOf).filter(text => german(text) === text && !same.includes(text))).toEqual([])
  })

  it(`are in ${DOCUMENT} as they are declared`, async () => {
    const lines = (await readFile(join(import.meta.dirname, '..', DOCUMENT), 'utf8')).split('\n')
    const start = lines.indexOf(HEADING)
    expect(start, `"${HEADING}" in ${DOCUMENT}`).toBeGreaterThan(0)
    const table = lines.slice(start + 2, lines.indexOf('', start))
    const place = ({ form: { section, order = 100 } }: SiteSetting) => section.order * 1000 + order
    const inOrder = settings.toSorted((one, other) => place(one) - place(other))
    expect(table).toEqual(inOrder.flatMap(rowsOf))
  })
})
