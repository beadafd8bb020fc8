import { h, referenceOf, type Html, type MacroInvocation } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Account } from '../viewer.ts'
import { accountsMentioned, mayViewProfile, profilePath } from './people.ts'

/**
 * A person's name in the HTML of a macro: a link to the profile, with the card where the pointer rests, for readers
 * who may view it.
 * @param account undefined for visitors
 * @param url makes the address of a path of the wiki
 */
export function personLink(ctx: Context, account: Account | undefined, url: (path: string) => string): Html {
  if (!account) return h('span', {}, readerOf(ctx).t('Anonymous'))
  const { username, user_key: userKey, display_name: name } = account
  if (account.deleted_at !== null || !mayViewProfile(ctx, account)) return h('span', {}, name)
  const attributes = { class: 'confluence-userlink', 'data-username': username, 'data-userkey': userKey }
  return h('a', { ...attributes, href: url(profilePath(username)) }, name)
}

/** The account that a macro names, as a resource in one of its parameters or by user name. */
export async function personNamed(
  app: Pick<App, 'database'>,
  { resources }: Pick<MacroInvocation, 'resources'>,
  written: string | undefined,
): Promise<Account | undefined> {
  const named = Object.values(resources)
    .map(resource => referenceOf(resource))
    .find(reference => reference?.kind === 'user')
  const mention = named ?? { username: written?.trim() }
  return (await accountsMentioned(app, [mention]))(mention)
}
