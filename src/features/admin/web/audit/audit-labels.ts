import { t } from '#platform/web/i18n.ts'

/** Labels of names in records. Unknown names show as they are. */
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

/** Translates a record's comma-separated names. */
export function auditLabel(value: string): string {
  return value
    .split(', ')
    .map(name => {
      const words = WORDS.get(name)
      return words === undefined ? name : t(words)
    })
    .join(', ')
}
