import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import platform from '#platform/i18n/de.json' with { type: 'json' }

const FEATURES = ['page-tools', 'attachments', 'labels', 'restrictions', 'comments']
const PATTERNS = [/\bt\(\s*'((?:[^'\\]|\\.)+)'/g, /\b(?:label|group): '((?:[^'\\]|\\.)+)'/g]

describe.each(FEATURES)('German of %s', feature => {
  const folder = new URL(`../${feature}/`, import.meta.url)
  const german = JSON.parse(readFileSync(new URL('i18n/de.json', folder), 'utf8')) as Record<string, string>
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.(?:test|e2e)\.ts$/.test(name))
    .map(name => readFileSync(new URL(name, folder), 'utf8'))

  it('has every text', () => {
    const used = new Set(
      sources.flatMap(source =>
        PATTERNS.flatMap(pattern =>
          [...source.matchAll(pattern)].map(match => (match[1] ?? '').replaceAll("\\'", "'")),
        ),
      ),
    )
    expect(used.size).toBeGreaterThan(5)
    const known: Record<string, string> = { ...platform, ...german }
    expect([...used].filter(key => known[key] === undefined)).toEqual([])
  })

  it('has nothing that no one says', () => {
    expect(
      Object.keys(german).filter(
        // Plurals are used by the key that has a `count`.
        key =>
          !sources.some(source =>
            [key, key.replace(/_one$/, '')].some(text => source.includes(`'${text}'`) || source.includes(`"${text}"`)),
          ),
      ),
    ).toEqual([])
  })
})
