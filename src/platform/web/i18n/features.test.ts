import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const features = new URL('../../../features/', import.meta.url)
const platform = JSON.parse(readFileSync(new URL('de.json', import.meta.url), 'utf8')) as Record<string, string>

/** Texts that a feature's code gives to `t`. Doc comments hold examples. */
function textsOf(folder: URL): Map<string, string> {
  const used = new Map<string, string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.(?:test|e2e)\./.test(file)) continue
    const source = readFileSync(new URL(file, folder), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [, text = ''] of source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)) used.set(text.replaceAll("\\'", "'"), file)
  }
  return used
}

/** Features whose German stands in `web/de.json`. */
const named = readdirSync(features).filter(name => existsSync(new URL(`${name}/web/de.json`, features)))

describe.each(named)('German of %s', name => {
  const german = JSON.parse(readFileSync(new URL(`${name}/web/de.json`, features), 'utf8')) as Record<string, string>
  const used = textsOf(new URL(`${name}/web/`, features))

  it('has every text of its screens', () => {
    const missing = [...used].filter(([text]) => !(german[text] ?? german[`${text}_other`] ?? platform[text]))
    expect(missing).toEqual([])
  })

  it('has the places of values in each text', () => {
    const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted()
    for (const [text, translation] of Object.entries(german)) {
      expect(places(translation), text).toEqual(places(text.replace(/_(?:one|other)$/, '')))
    }
  })
})
