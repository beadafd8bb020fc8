/** Words that dates, mentions and statuses show, in the editor and in what is copied from it. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { dateView, mentionView, statusView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'

export const sourceOf = (node: ProseNode): string => String(node.attrs['source'])

/** As rendered by language/render/dates.ts, so that entering edit mode shifts nothing. */
export function dateText(node: ProseNode, locale: string): string {
  const day = dateView(sourceOf(node))
  const form = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return day ? form.format(Date.parse(day)) : t('Date')
}

/** @param people display names by user key and user name */
export function mentionText(node: ProseNode, people: Readonly<Record<string, string>>): string {
  const { username, userKey } = mentionView(sourceOf(node))
  const name =
    (userKey && Object.hasOwn(people, userKey) && people[userKey]) ||
    (username && Object.hasOwn(people, username) && people[username])
  return name || username || t('Somebody')
}

export const statusText = (node: ProseNode): string => statusView(sourceOf(node)).title || t('Status')
