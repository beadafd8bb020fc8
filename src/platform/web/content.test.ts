import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '#platform/contrast.ts'

const css = readFileSync(new URL('./content.css', import.meta.url), 'utf8')

type Theme = Readonly<Record<string, readonly [light: string, dark: string]>>

/** The syntax colours that a rule sets, for both themes of the wiki. */
function colours(selector: string): Theme {
  const found: Record<string, readonly [string, string]> = {}
  for (const [, rule = ''] of css.matchAll(new RegExp(`${selector} \\{([^}]*)\\}`, 'g'))) {
    for (const [, name = '', light = '', dark] of rule.matchAll(
      /--ox-code-(\w+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?/g,
    )) {
      found[name] = [light, dark ?? light]
    }
  }
  return found
}

const base = colours(':root')
const inks = ['text', 'comment', 'keyword', 'string', 'number', 'function', 'type', 'name', 'meta']

/** The themes that a code block may have; the dark ones show the dark half of every colour. */
const themes: ReadonlyArray<readonly [name: string, colours: Theme, shown: readonly (0 | 1)[]]> = [
  ['the wiki', base, [0, 1]],
  ['eclipse', { ...base, ...colours('.wiki-content .code-theme-eclipse') }, [0, 1]],
  ...['emacs', 'django', 'fadetogrey', 'midnight', 'rdark'].map(
    name => [name, { ...base, ...colours(`.wiki-content .code-theme-${name}`) }, [1]] as const,
  ),
]

describe('the colours of code', () => {
  it.each(themes)('are legible in the theme of %s', (_, theme, shown) => {
    const faint = shown.flatMap(half =>
      inks.flatMap(ink => {
        const ratio = contrast(theme[ink]?.[half] ?? '#000000', theme.bg?.[half] ?? '#000000')
        return ratio < 4.5 ? [`${ink} ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(faint).toEqual([])
  })

  it('differ from theme to theme', () => {
    expect(new Set(themes.map(([, theme]) => JSON.stringify(theme))).size).toBe(themes.length)
  })
})
