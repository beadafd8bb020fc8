import { createHmac, timingSafeEqual } from 'node:crypto'

/** Target of the unsubscribe link of a mail: mail of some kinds, the daily mail, or the watch that caused it. */
export type Target =
  | { kind: 'kinds'; kinds: readonly string[] }
  | { kind: 'daily' }
  | { kind: 'page'; pageId: number }
  | { kind: 'space'; spaceId: number; pageId: number }

/** To whom a token was given. The secret makes it revocable, the address void when the account gets another one. */
export interface Holder {
  readonly accountId: number
  readonly emailKey: string
  readonly secret: string
}

const TOKEN = /^(\d{1,16})\.([a-z0-9-]{1,200})\.([\w-]{22})$/

/** A token that ends a target for its holder and does nothing else: `<account>.<target>.<signature>`. */
export function tokenFor(holder: Holder, target: Target): string {
  const text = textOf(target)
  return `${holder.accountId}.${text}.${signature(holder, text)}`
}

/** The account that a token names, not yet proven. */
export function accountOfToken(token: string): number | undefined {
  const [, accountId] = TOKEN.exec(token) ?? []
  return accountId === undefined ? undefined : Number(accountId)
}

/** The target of a token; undefined when it was not signed for this holder. */
export function targetOfToken(token: string, holder: Holder): Target | undefined {
  const [, accountId, text = '', given = ''] = TOKEN.exec(token) ?? []
  if (Number(accountId) !== holder.accountId) return undefined
  const isRight = timingSafeEqual(Buffer.from(given), Buffer.from(signature(holder, text)))
  return isRight ? targetOf(text) : undefined
}

/** 128 bits of HMAC-SHA-256. */
function signature({ accountId, emailKey, secret }: Holder, text: string): string {
  return createHmac('sha256', secret)
    .update(`${accountId}\n${emailKey}\n${text}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

function textOf(target: Target): string {
  switch (target.kind) {
    case 'kinds':
      return ['kinds', ...target.kinds].join('-')
    case 'daily':
      return 'daily'
    case 'page':
      return `page-${target.pageId}`
    case 'space':
      return `space-${target.spaceId}-${target.pageId}`
  }
}

function targetOf(text: string): Target | undefined {
  const [kind, ...rest] = text.split('-')
  const [first, second] = rest.map(Number)
  if (kind === 'kinds') return { kind, kinds: rest }
  if (kind === 'daily') return { kind }
  if (kind === 'page' && first !== undefined) return { kind, pageId: first }
  if (kind === 'space' && first !== undefined && second !== undefined) return { kind, spaceId: first, pageId: second }
  return undefined
}
