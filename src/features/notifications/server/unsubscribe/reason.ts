import type { Context } from '#platform/server/context.ts'
import type { Translate } from '#platform/texts.ts'
import { spaceScopes, watchesContent } from '#features/watches/server/index.ts'
import type { Line } from '../mail/lines.ts'
import type { Target } from './token.ts'

/** Why a user gets a mail, and how to end it. */
export interface Reason {
  readonly target: Target
  words(t: Translate): { why: string; stop: string }
}

/** The reason of a mail that concerns its receiver, which they end by its kinds. */
export function endOfKinds(kinds: readonly string[]): Reason {
  return {
    target: { kind: 'kinds', kinds },
    words: t => ({ why: t('You get this mail because it concerns you.'), stop: t('No more mail like this') }),
  }
}

/**
 * Why the receiver gets a mail of these lines.
 * @param ctx of the receiver
 * @param lines at least one; of one page, unless they are those of a day
 */
export async function reasonOf(ctx: Context, lines: readonly Line[], isDigest: boolean): Promise<Reason> {
  const userId = ctx.viewer.userId ?? 0
  const [first] = lines
  if (isDigest || !first)
    return {
      target: { kind: 'daily' },
      words: t => ({ why: t('You get this mail once a day.'), stop: t('No more daily mail') }),
    }
  const { pageId, space, pageTitle: title } = first
  if (lines.every(line => line.kind.isForWatchers)) {
    if ((await spaceScopes(ctx, space.id, userId)).size > 0)
      return {
        target: { kind: 'space', spaceId: space.id, pageId },
        words: t => ({
          why: t('You get this mail because you watch the space {{space}}.', { space: space.name }),
          stop: t('Stop watching {{title}}', { title: space.name }),
        }),
      }
    if (await watchesContent(ctx, pageId, userId))
      return {
        target: { kind: 'page', pageId },
        words: t => ({
          why: t('You get this mail because you watch {{title}}.', { title }),
          stop: t('Stop watching {{title}}', { title }),
        }),
      }
  }
  return endOfKinds([...new Set(lines.map(line => line.kind.name))])
}
