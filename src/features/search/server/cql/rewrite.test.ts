import { expect, it } from 'vitest'
import { rewriteCql, type NamedInCql } from './rewrite.ts'

const NEW: Readonly<Record<string, string>> = {
  'space OLD': 'NEW',
  'space ~Ada Lovelace': '~ada',
  'content 12': '912',
  'space NEW': 'and',
}
const change = ({ kind, text }: NamedInCql) => NEW[`${kind} ${text}`]

it.each([
  ['space = OLD', 'space = NEW'],
  ['space=OLD and label="OLD"', 'space=NEW and label="OLD"'],
  ['Space.Key != "OLD"', 'Space.Key != "NEW"'],
  [`space in (OLD, 'OLD', "X") order by title`, `space in (NEW, 'NEW', "X") order by title`],
  [
    'not (space not in (OLD) or (type = page AND space = OLD))',
    'not (space not in (NEW) or (type = page AND space = NEW))',
  ],
  ['space = currentSpace() and title ~ "OLD"', 'space = currentSpace() and title ~ "OLD"'],
  ['space = "~Ada Lovelace"', 'space = "~ada"'],
  [
    'ancestor = 12 and (parent in (12, 13) or id != 12) and text ~ "12"',
    'ancestor = 912 and (parent in (912, 13) or id != 912) and text ~ "12"',
  ],
  ['content = "12"', 'content = "912"'],
  // A value that needs quotes gets them, and each value is changed once.
  ['space = NEW or space = OLD', 'space = "and" or space = NEW'],
  ['order by title', 'order by title'],
  // As it was.
  ['space = OLD and', 'space = OLD and'],
  ['', ''],
])('the query %s names %s', (query, expected) => {
  expect(rewriteCql(query, change)).toBe(expected)
})
