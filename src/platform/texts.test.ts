import { expect, it } from 'vitest'
import { createTranslator } from './texts.ts'

const ENGLISH = { '{{count}} pages_one': '{{count}} page' }

it('takes the English text where there is no other', () => {
  const t = createTranslator('de', { Save: 'Speichern' }, ENGLISH)
  expect(t('Save')).toBe('Speichern')
  expect(t('Cancel')).toBe('Cancel')
  expect(t('{{count}} pages', { count: 1 })).toBe('1 page')
  expect(t('{{count}} pages', { count: 2 })).toBe('2 pages')
})

it('puts values into their places, as they are', () => {
  const t = createTranslator('en', {})
  expect(t('{{name}} & {{name}}, {{other}}', { name: '<b>$&' })).toBe('<b>$& & <b>$&, {{other}}')
})

it('takes the text of the plural category of the language', () => {
  const text = '{{count}} pages'
  const german = createTranslator('de', { [`${text}_one`]: '{{count}} Seite', [text]: '{{count}} Seiten' })
  expect([0, 1, 2].map(count => german(text, { count }))).toEqual(['0 Seiten', '1 Seite', '2 Seiten'])
  const polish = createTranslator('pl', {
    [`${text}_one`]: '{{count}} strona',
    [`${text}_few`]: '{{count}} strony',
    [`${text}_many`]: '{{count}} stron',
    [`${text}_other`]: '{{count}} strony',
  })
  expect([1, 3, 5, 1.5].map(count => polish(text, { count }))).toEqual([
    '1 strona',
    '3 strony',
    '5 stron',
    '1.5 strony',
  ])
  expect(createTranslator('en', {}, ENGLISH)(text, { count: 1 })).toBe('1 page')
  // A count that was formatted is text.
  expect(german(text, { count: '1.000' })).toBe('1.000 Seiten')
})
