import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import de from '../../i18n/de.json' with { type: 'json' }

/** The shell, the views of the frame, what the server writes itself, and what both halves say. */
const roots = ['../', '../../view/', '../../server/http/', '../../'].map(path => new URL(path, import.meta.url))

/** Texts in the platform's code: `t('…')`, on the server `text('…')`, and shortcuts, translated when shown. */
function keysIn(source: string): string[] {
  const patterns = [
    /\bt\(\s*'((?:[^'\\]|\\.)+)'/g,
    /\btext\('((?:[^'\\]|\\.)+)'/g,
    /\bt\(\s*"((?:[^"\\]|\\.)+)"/g,
    // Labels of settings are translated on the server alone, see src/settings.test.ts.
    /(?<!section: \w+,\s+(?:order: \d+,\s+)?)\b(?:label|group): '((?:[^'\\]|\\.)+)'/g,
  ]
  return patterns.flatMap(pattern =>
    [...source.matchAll(pattern)].map(match => (match[1] ?? '').replaceAll("\\'", "'")),
  )
}

const files = roots.flatMap(root =>
  readdirSync(root, { recursive: !root.pathname.endsWith('/platform/'), encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/^style-?guide/.test(name))
    .map(name => new URL(name, root)),
)

const used = new Map<string, string>()
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  // Doc comments hold examples.
  for (const key of keysIn(source.replaceAll(/\/\*[\s\S]*?\*\//g, '')))
    used.set(key, file.pathname.slice(file.pathname.indexOf('/platform/') + 1))
}

const german = de as Record<string, string>

describe('German', () => {
  it('finds the texts of the shell at all', () => {
    expect(used.size).toBeGreaterThan(40)
    expect(used.has('Log Out')).toBe(true)
    expect(used.get('Skip to content')).toContain('platform/view')
  })

  it.each([...used])('has "%s" (%s)', key => {
    const translation = german[key] ?? german[`${key}_other`]
    expect(translation, `add "${key}" to i18n/de.json`).toBeTruthy()
    expect(placeholders(translation ?? '')).toEqual(placeholders(key))
  })
})

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted()
}
