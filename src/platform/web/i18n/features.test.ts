import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { raisedErrors } from './raised-errors.ts'

const features = new URL('../../../features/', import.meta.url)
const platform = textsOfFile(new URL('../../i18n/de.json', import.meta.url))
const errors = raisedErrors()

/** Texts in calls that a pattern finds, each with its file. Doc comments hold examples. */
function textsIn(folder: URL, call: RegExp, recursive = true): [text: string, file: string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive, encoding: 'utf8' }).flatMap(file => {
    if (!/\.tsx?$/.test(file) || /\.(?:test|e2e)\./.test(file)) return []
    const source = readFileSync(new URL(file, folder), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...source.matchAll(call)].map(([, text = '']): [string, string] => [text.replaceAll("\\'", "'"), file])
  })
}

/**
 * Texts of a feature: of its screens and of what both halves say, by `t`, labels that are translated when they are shown
 * (shortcuts), on the server by `reader.t`, and titles of its jobs.
 */
function textsOf(name: string): [text: string, file: string][] {
  const call = /\bt\(\s*'((?:[^'\\]|\\.)+)'/g
  return [
    ...textsIn(new URL(`${name}/`, features), call, false),
    ...['web', 'view'].flatMap(part => textsIn(new URL(`${name}/${part}/`, features), call)),
    ...textsIn(new URL(`${name}/web/`, features), /\b(?:label|group): '([A-Z](?:[^'\\]|\\.)+)'/g),
    ...textsIn(new URL(`${name}/server/`, features), /\breader(?:Of\([\w.]+\))?\.t\(\s*'((?:[^'\\]|\\.)+)'/g),
    ...textsIn(new URL(`${name}/server/`, features), /\bkind: [A-Z_]+,\s*title: '((?:[^'\\]|\\.)+)'/g),
  ]
}

/** Files of a feature's texts of a language; those of one with parts (the diagram editor) are in several files. */
function filesOf(name: string, language: string): URL[] {
  return ['i18n/', 'web/'].flatMap(part => {
    const folder = new URL(`${name}/${part}`, features)
    const files = existsSync(folder)
      ? readdirSync(folder).filter(file => /(?:^|\.)\w\w\.json$/.test(file) && file.endsWith(`${language}.json`))
      : []
    return files.map(file => new URL(file, folder))
  })
}

function textsOfFile(file: URL): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

const places = (text: string) => new Set([...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place))
const named = readdirSync(features).filter(name => filesOf(name, 'de').length > 0)
const german = new Map(
  named.map(name => [name, Object.assign({}, ...filesOf(name, 'de').map(textsOfFile)) as Record<string, string>]),
)

describe.each([...german])('German of %s', (name, texts) => {
  it('has every text of its screens', () => {
    const missing = textsOf(name).filter(([text]) => !(texts[text] ?? texts[`${text}_other`] ?? platform[text]))
    expect(missing).toEqual([])
  })

  it('has the places of values in each text', () => {
    // The places of errors are compared below.
    const others = Object.entries(texts).filter(([text]) => !errors.texts.has(text))
    expect(others.map(([text, translation]) => [text, places(translation)])).toEqual(
      others.map(([text]) => [text, places(text.replace(/_(?:one|other)$/, ''))]),
    )
  })
})

describe('texts of all features', () => {
  /** The texts of all files of that name. */
  const translated = (name: string): [text: string, file: string][] =>
    ['../../', ...readdirSync(features).map(feature => `../../../features/${feature}/`)]
      .map(folder => new URL(`${folder}i18n/${name}`, import.meta.url))
      .filter(file => existsSync(file))
      .flatMap(file => Object.keys(textsOfFile(file)).map((text): [string, string] => [text, file.pathname]))

  it.each(['de.json', 'en.json'])('are translated once, those of several features in the platform: %s', name => {
    const places = Map.groupBy(translated(name), ([text]) => text)
    expect(places.size).toBeGreaterThan(0)
    expect([...places.values()].filter(all => all.length > 1)).toEqual([])
  })

  it('are all said somewhere', () => {
    const sources = globSync('**/*.{ts,tsx}', { cwd: new URL('../', features) })
      .filter(file => !/\.(?:test|e2e)\./.test(file))
      .map(file => readFileSync(new URL(`../${file}`, features), 'utf8').replaceAll(/\\(.)/g, '$1'))
      .join('\n')
    const isSaid = (text: string) => ["'", '"', '`'].some(quote => sources.includes(quote + text + quote))
    // The levels of headings are put together.
    const unsaid = translated('de.json').filter(
      ([text]) => !isSaid(text.replace(/_(?:one|other)$/, '')) && !errors.texts.has(text) && !/^Heading \d$/.test(text),
    )
    expect(unsaid).toEqual([])
  })
})

describe('the texts of errors', () => {
  const inGerman = Object.assign({}, platform, ...german.values()) as Record<string, string>
  const inEnglish = Object.assign(
    {},
    textsOfFile(new URL('../../i18n/en.json', import.meta.url)),
    ...readdirSync(features)
      .flatMap(name => filesOf(name, 'en'))
      .map(textsOfFile),
  ) as Record<string, string>

  it('are found where they are raised', () => {
    expect(errors.texts.size).toBeGreaterThan(150)
    // Calls that pass on a text given elsewhere.
    expect(new Set(errors.unread)).toEqual(
      new Set([
        'features/search/server/query.ts: `${key}\\n{{excerpt}}\\n{{caret}}`',
        'features/accounts/server/policies.ts: key',
        'features/accounts/server/sign-in/authentication.ts: key',
        'features/accounts/server/sign-in/routes.ts: key',
        'features/previews/server/service.ts: why',
        'features/space-import/server/people-routes.ts: key',
        'features/space-import/server/perform.ts: key',
        'features/space-import/server/upload.ts: problem.key',
        'platform/server/http/screen.ts: key',
        'platform/server/workers/pool.ts: key',
      ]),
    )
  })

  it('have a German one, unless they are for programs', () => {
    expect([...errors.texts].filter(([text]) => !(text in inGerman))).toEqual([])
  })

  it('have other words for people than their own where an error is raised with them', () => {
    expect(Object.keys(inEnglish).filter(text => !text.endsWith('_one') && !errors.texts.has(text))).toEqual([])
  })

  it('name no value that their errors do not have', () => {
    for (const text of errors.texts.keys()) {
      for (const translation of [inGerman[text] ?? '', inEnglish[text] ?? '']) {
        expect([...places(text)], text).toEqual(expect.arrayContaining([...places(translation)]))
      }
      // Names that mean something to the translator.
      expect(text).not.toMatch(/\{\{(?:count|context|ordinal|lng|ns|replace|defaultValue)\}\}/)
    }
  })
})
