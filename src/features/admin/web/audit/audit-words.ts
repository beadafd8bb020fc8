import { t } from '#platform/web/i18n.ts'

/** What the names that records hold are called on screens. Names of a later version are shown as they are. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['use:application', 'use the wiki'],
  ['read:users', 'see users'],
  ['create:personal_space', 'create a personal space'],
  ['create:space', 'create spaces'],
  ['administer:application', 'administer the wiki'],
  ['read:space', 'view the space'],
  ['delete_own:content', 'delete own content'],
  ['create:page', 'add pages'],
  ['delete:page', 'delete pages'],
  ['create:blogpost', 'add posts'],
  ['delete:blogpost', 'delete posts'],
  ['create:attachment', 'add attachments'],
  ['delete:attachment', 'delete attachments'],
  ['create:comment', 'add comments'],
  ['delete:comment', 'delete comments'],
  ['restrict_content:space', 'restrict pages'],
  ['export:space', 'export the space'],
  ['administer:space', 'administer the space'],
  ['read', 'view'],
  ['update', 'edit'],
  ['anonymous', 'of anonymous visitors'],
  ['unlicensed', 'of unlicensed users'],
  ['global', 'of the whole wiki'],
])

/** The names in a value of a record, a list with commas, in the reader's language. */
export function auditWords(value: string): string {
  return value.split(', ').map(name => {
    const words = WORDS.get(name)
    return words === undefined ? name : t(words)
  }).join(', ')
}
