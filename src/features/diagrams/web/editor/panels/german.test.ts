import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import platform from '#platform/i18n/de.json' with { type: 'json' }
import de from '../../../i18n/de.json' with { type: 'json' }
import editor from '../../../i18n/editor.de.json' with { type: 'json' }
import shapes from '../../../i18n/shapes.de.json' with { type: 'json' }
import { CATEGORY_NAMES, SHAPES } from '#diagrams/shapes/library.ts'
import { commands } from '../tools/commands.ts'
import { PALETTES } from './parts/colours.ts'
import { LOOKS } from './style/looks.ts'

const german: Readonly<Record<string, string>> = { ...platform, ...de, ...editor, ...shapes }
const missing = (texts: Iterable<string>) =>
  [...new Set(texts)].filter(text => !german[text] && !german[`${text}_other`])
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted()

describe('German of the diagram editor', () => {
  it('has the names of all shapes, of their categories and parameters', () => {
    expect(SHAPES.length).toBeGreaterThan(400)
    expect(
      missing(SHAPES.flatMap(({ name, parameters = [] }) => [name, ...parameters.map(({ label }) => label)])),
    ).toEqual([])
    expect(missing(Object.values(CATEGORY_NAMES))).toEqual([])
  })

  it('has the names of commands, which are the names of their steps too, of colours and looks', () => {
    expect(missing(Object.values(commands).map(({ name }) => name))).toEqual([])
    expect(missing(LOOKS.map(({ name }) => name))).toEqual([])
    const colours = PALETTES.flatMap(({ name, colours: row }) =>
      row.map(colour => (name === 'Grey' ? colour.name : `${name} ${colour.name.toLowerCase()}`)),
    )
    expect(missing([...colours, ...PALETTES.map(({ name }) => name)])).toEqual([])
  })

  it('has every text of the panels', () => {
    const folder = new URL('./', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.(?:test|e2e)\.ts$/.test(name))
      .map(name => readFileSync(new URL(name, folder), 'utf8'))
    // Texts of the screen, and the names of steps, which undo shows.
    const patterns = [
      /\bt\(\s*'((?:[^'\\]|\\.)+)'/g,
      /\{ name: '([^']+)'/g,
      /(?:setStyle|changeSelected)\(editor, '([^']+)'/g,
    ]
    const used = sources.flatMap(source =>
      patterns.flatMap(pattern => [...source.matchAll(pattern)].map(([, text = '']) => text.replaceAll("\\'", "'"))),
    )
    expect(used.length).toBeGreaterThan(150)
    expect(missing(used)).toEqual([])
  })

  it('keeps the places of values', () => {
    for (const [text, translation] of Object.entries({ ...editor, ...shapes }))
      expect(placeholders(translation), text).toEqual(placeholders(text.replace(/_(?:one|other)$/, '')))
  })
})
