import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const features = new URL('../../../features/', import.meta.url)
const platform = JSON.parse(readFileSync(new URL('../../i18n/de.json', import.meta.url), 'utf8')) as Record<string, string>

/** Texts in calls that a pattern finds, each with its file. Doc comments hold examples. */
function textsIn(folder: URL, call: RegExp): [text: string, file: string][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(file => {
    if (!/\.tsx?$/.test(file) || /\.(?:test|e2e)\./.test(file)) return []
    const source = readFileSync(new URL(file, folder), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...source.matchAll(call)].map(([, text = '']): [string, string] => [text.replaceAll("\\'", "'"), file])
  })
}

/** Texts of a feature: of its screens, by `t`, and on the server by `reader.t` and `say`. */
function textsOf(name: string): [text: string, file: string][] {
  return [
    ...['web', 'view'].flatMap(part => textsIn(new URL(`${name}/${part}/`, features), /\bt\(\s*'((?:[^'\\]|\\.)+)'/g)),
    ...textsIn(new URL(`${name}/server/`, features), /\breader(?:Of\([\w.]+\))?\.t\(\s*'((?:[^'\\]|\\.)+)'/g),
    ...textsIn(new URL(`${name}/`, features), /\bsay\([\w.]*locale,\s*'((?:[^'\\]|\\.)+)'/g),
  ]
}

/** Where a feature's German stands; that of one with parts of its own (the diagram editor) in several files. */
function germanFilesOf(name: string): URL[] {
  return ['i18n/', 'web/'].flatMap(part => {
    const folder = new URL(`${name}/${part}`, features)
    const files = existsSync(folder) ? readdirSync(folder).filter(file => /(?:^|\.)de\.json$/.test(file)) : []
    return files.map(file => new URL(file, folder))
  })
}

const named = readdirSync(features).filter(name => germanFilesOf(name).length > 0)

describe.each(named)('German of %s', name => {
  const german = Object.assign({}, ...germanFilesOf(name).map(file => JSON.parse(readFileSync(file, 'utf8')) as unknown)) as Record<string, string>

  it('has every text of its screens', () => {
    const missing = textsOf(name).filter(([text]) => !(german[text] ?? german[`${text}_other`] ?? platform[text]))
    expect(missing).toEqual([])
  })

  it('has the places of values in each text', () => {
    const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted()
    for (const [text, translation] of Object.entries(german)) {
      expect(places(translation), text).toEqual(places(text.replace(/_(?:one|other)$/, '')))
    }
  })
})

describe('texts of all features', () => {
  it.each(['de.json', 'en.json', 'refusals-de.json', 'refusals-en.json'])('give no text two translations: %s', name => {
    const files = ['../../', ...readdirSync(features).map(feature => `../../../features/${feature}/`)]
      .map(folder => new URL(`${folder}i18n/${name}`, import.meta.url)).filter(file => existsSync(file))
    const translations = new Map<string, Set<string>>()
    for (const file of files) {
      for (const [text, translation] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
        translations.set(text, (translations.get(text) ?? new Set()).add(translation))
      }
    }
    expect(translations.size).toBeGreaterThan(0)
    expect([...translations].filter(([, given]) => given.size > 1)).toEqual([])
  })
})

const REFUSALS = ['de', 'en'].map(language => `i18n/refusals-${language}.json`)
const refusalFiles = [new URL('../../../platform/', import.meta.url), ...readdirSync(features).map(name => new URL(`${name}/`, features))]
  .flatMap(folder => REFUSALS.map(file => new URL(file, folder))).filter(file => existsSync(file))

describe('a text for what calls refuse', () => {
  it.each(refusalFiles.map(file => [file.pathname.replace(/.*\/src\//, ''), file] as const))('stands for what the server says: %s', (_, file) => {
    const sources = ['../server/', '../../../platform/server/'].map(path => new URL(path, file)).filter(folder => existsSync(folder)).flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
        .map(name => readFileSync(new URL(name, folder), 'utf8').replaceAll(/\$\{[^}]*\}/g, '{}')))
    for (const [text, translation] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
      const said = text.replaceAll(/\{\{\w+\}\}/g, '{}')
      expect(sources.some(source => source.includes(said)), text).toBe(true)
      for (const [place] of translation.matchAll(/\{\{\w+\}\}/g)) expect(text).toContain(place)
    }
  })

  it('in English has a German one beside it', () => {
    for (const english of refusalFiles.filter(file => file.pathname.endsWith('-en.json'))) {
      const [en = {}, de = {}] = [english, new URL('refusals-de.json', english)].map(file => JSON.parse(readFileSync(file, 'utf8')) as object)
      expect(Object.keys(en).filter(text => !(text in de)), english.pathname).toEqual([])
    }
  })
})
