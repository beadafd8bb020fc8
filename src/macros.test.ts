import { beforeAll, describe, expect, it } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { isBox, macroCategories, type Macro, type Parameter } from '#language/index.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { Texts } from '#platform/server/texts.ts'
import { macrosOf } from '#features/content-core/server/render.ts'
import { features } from './server.ts'

/** The declarations of all macros of the wiki: what clients, the editor and the documentation get of them. */
describe('the macros', () => {
  let wiki: TestWiki
  let macros: readonly Macro[] = []

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    macros = macrosOf(wiki.app)
    return () => wiki.close()
  })

  it('are all declared, with texts in both languages', () => {
    expect(macros.length).toBeGreaterThan(45)
    const texts = new Texts(features.flatMap(({ messages }) => (messages ? [messages] : [])))
    const german = texts.for('de')
    const untranslated = textsOf(macros).filter(text => german(text) === text && !SAME.has(text))
    expect(untranslated).toEqual([])
    for (const { declaration } of macros) {
      expect(declaration.description, declaration.name).toMatch(/^[A-Z].*[.]$/s)
      for (const { help } of Object.values(declaration.parameters)) expect(help ?? '.', declaration.name).toMatch(/\.$/)
    }
  })

  it('have no German of texts that none of them says', () => {
    const said = new Set(textsOf(macros))
    const files = globSync('features/*/i18n/macros.de.json', { cwd: import.meta.dirname })
    expect(files.length).toBeGreaterThan(5)
    const unsaid = files.flatMap(file =>
      Object.keys(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as object)
        .filter(text => !said.has(text))
        .map(text => `${file}: ${text}`),
    )
    expect(unsaid).toEqual([])
  })

  it('have different names, also of their parameters', () => {
    const names = macros.flatMap(({ name, aliases }) => [name, ...aliases])
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    const taken = macros.flatMap(({ name, declaration: { parameters } }) => {
      const spellings = Object.entries(parameters).flatMap(([own, { aliases = [] }]) => [own, ...aliases])
      return spellings
        .filter((spelling, at) => spellings.indexOf(spelling) !== at)
        .map(spelling => `${name}.${spelling}`)
    })
    expect(taken).toEqual([])
  })

  it('begin with parameters that they have', () => {
    for (const { name, declaration } of macros)
      for (const parameter of Object.keys(declaration.insert?.parameters ?? {}))
        expect(Object.keys(declaration.parameters), name).toContain(parameter)
  })

  it('are told to the editor: those that it offers, and those whose body it edits', async () => {
    const { json } = await wiki.admin.get('/rest/oxbow/1.0/macros')
    const told = json.macros as {
      name: string
      title: string
      isBox: boolean
      hasTitle: boolean
      isCommon: boolean
    }[]
    const named = (isTold: (macro: (typeof told)[number]) => boolean) => told.filter(isTold).map(({ name }) => name)
    const boxes = 'info note tip warning panel expand'
    expect(named(({ isBox: is }) => is).join(' ')).toBe(
      `${boxes} excerpt section column details align center chart table-filter`,
    )
    expect(named(({ hasTitle, isBox: is }) => is && hasTitle).join(' ')).toBe(`${boxes} chart`)
    expect(named(({ isCommon }) => isCommon).join(' ')).toBe(
      `${boxes} toc children livesearch gallery markdown mathinline mathblock plantuml mermaid table-filter widget pagetree pagetreesearch create-from-template tasks-report-macro jira jirachart`,
    )
    await wiki.admin.post('/rest/api/space', { key: 'MAC', name: 'Macros' })
    const begun = await wiki.admin.post('/rest/oxbow/1.0/editor?spaceKey=MAC', {})
    expect(begun.json.macros, begun.text).toEqual(told)
  })

  it('are told to clients of the old product, in the language of the reader', async () => {
    const browse = async (query: string, language: string) =>
      (await wiki.admin.with({ 'accept-language': language }).get(`/plugins/macrobrowser/browse-macros.action${query}`))
        .json
    const short = await browse('?macroMetadataClientCacheKey=1&detailed=false', 'de')
    expect(short.categories).toContainEqual({ name: 'reporting', displayName: 'Berichte' })
    expect(short.macros.find(({ macroName }: { macroName: string }) => macroName === 'toc')).toEqual({
      macroName: 'toc',
      title: 'Inhaltsverzeichnis',
      description: 'Die Überschriften der Seite.',
      aliases: [],
      categories: ['navigation'],
      bodyType: 'none',
      bodyDeprecated: false,
      hidden: false,
      anyParameterRequired: false,
    })
    const whole = await browse('', 'en')
    expect(whole.macros).toHaveLength(macros.length)
    const { formDetails, ...include } = whole.macros.find(
      ({ macroName }: { macroName: string }) => macroName === 'include',
    )
    expect(include).toMatchObject({ hidden: true, anyParameterRequired: true })
    expect(formDetails).toEqual({
      macroName: 'include',
      parameters: [
        {
          name: '',
          type: { name: 'confluence-content' },
          displayName: 'Page',
          description: '',
          required: true,
          multiple: false,
          defaultValue: null,
          enumValues: [],
          aliases: ['pageTitle'],
        },
      ],
    })
  })

  it('keep docs/users/macros.md true', async () => {
    await expect(documentation(macros)).toMatchFileSnapshot('../docs/users/macros.md')
  })
})

/** Texts that are the same in German. */
const SAME = new Set([
  'Gadget',
  'HTML',
  'In TeX.',
  'Layout',
  'Markdown',
  'Mermaid',
  'Name',
  'Navigation',
  'PlantUML',
  'Position',
  'Status',
  'Text',
  'Version',
])

function textsOf(macros: readonly Macro[]): string[] {
  const texts = macros.flatMap(({ declaration: { title, description, parameters } }) => [
    title,
    description,
    ...Object.values(parameters).flatMap(({ label, help }) => [label, ...(help === undefined ? [] : [help])]),
  ])
  return [...new Set([...Object.values(macroCategories), ...texts])]
}

function documentation(macros: readonly Macro[]): string {
  const chapters = Object.entries(macroCategories).map(([category, title]) => {
    const shown = macros
      .filter(({ declaration }) => declaration.category === category)
      .toSorted((a, b) => (a.declaration.title < b.declaration.title ? -1 : 1))
    return `## ${title}\n\n${shown.map(section).join('\n\n')}`
  })
  return `# Macros

A macro shows more than text in a page: a box, a list of pages, a table of contents. The editor offers the most used ones under **Insert** and after \`/\`, and all of them under **Insert > All macros…**.

This page is made from the declarations of the macros, and held against them by \`src/macros.test.ts\`; \`npx vitest run --project unit src/macros.test.ts -u\` writes it anew.

${chapters.join('\n\n')}
`
}

function section({ declaration, aliases, ...macro }: Macro): string {
  const { name, title, description, body, parameters } = declaration
  const facts = [
    `\`${name}\`${aliases.length > 0 ? ` (also ${aliases.map(code).join(', ')})` : ''}: ${description}`,
    body === 'rich' &&
      (isBox({ declaration, aliases, ...macro })
        ? 'Its body is a part of the page.'
        : 'Its body is a part of the page, which the editor shows but does not edit.'),
    body === 'plain' && 'Its body is text.',
  ]
  const rows = Object.entries(parameters).map(([own, parameter]) => row(own, parameter))
  const table = ['| parameter | meaning | value | default |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return `### ${title}\n\n${facts.filter(Boolean).join(' ')}${rows.length > 0 ? `\n\n${table}` : ''}`
}

function row(name: string, parameter: Parameter): string {
  const { label, help, required, aliases = [], default: value } = parameter
  const [own = '', ...others] = [name, ...aliases].map(code)
  const standard = parameter.type === 'boolean' ? (value ?? false) : (value ?? '')
  return `| ${own}${others.length > 0 ? `, ${others.join(', ')}` : ''} | ${[`${label}.`, help].filter(Boolean).join(' ')} | ${valueOf(parameter)} | ${
    required ? '(required)' : standard === '' ? '' : code(String(standard))
  } |`
}

const code = (name: string): string => (name === '' ? '(unnamed)' : `\`${name}\``)

const WORDS: Readonly<Partial<Record<Parameter['type'], string>>> = {
  attachment: 'name of a file',
  cql: 'CQL',
  date: '`YYYY-MM-DD`',
  excerpt: 'text',
  label: 'label',
  length: 'number of pixels, or length of CSS',
  page: '`Title` or `SPACE:Title`',
  space: 'key',
  url: 'address',
  user: 'user name',
}

function valueOf(parameter: Parameter): string {
  switch (parameter.type) {
    case 'boolean':
      return '`true`, `false`'
    case 'enum':
      return parameter.values.map(code).join(', ')
    case 'number': {
      const { min, max } = parameter
      if (min !== undefined && max !== undefined) return `number, ${min} to ${max}`
      return min === undefined ? 'number' : `number from ${min}`
    }
    default: {
      const one = WORDS[parameter.type] ?? parameter.type
      if (!('list' in parameter)) return one
      return `${one}; several separated by commas${parameter.list === 'words' ? ' or blanks' : ''}`
    }
  }
}
