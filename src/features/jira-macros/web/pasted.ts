import { call } from '#platform/web/api.ts'
import type { AddressMacro } from '#features/editor/web/index.ts'
import { targetOfAddress } from '../addresses-shared.ts'
import { listSites } from '../contract.ts'
import { JIRA_MACRO } from '../shared.ts'

type Sites = Awaited<ReturnType<typeof askForSites>>

const askForSites = () => call(listSites, {})
/** Asked for once in a document. */
let known: Promise<Sites> | undefined

/** The macro for the address of an issue or search in a linked Jira; undefined for other addresses. */
export async function macroOf(href: string): Promise<AddressMacro | undefined> {
  const url = URL.parse(href)
  const target = url && targetOfAddress(url)
  if (!target || target.kind === 'address') return undefined
  known ??= askForSites()
  const { sites } = await known.catch((error: unknown) => {
    known = undefined
    throw error
  })
  const site = sites.find(({ displayUrl }) => href.startsWith(`${displayUrl}/`))
  if (!site) return undefined
  const shown: Record<string, string> = target.kind === 'issue' ? { key: target.key } : { jqlQuery: target.jql }
  return {
    name: JIRA_MACRO,
    parameters: { server: site.name, serverId: site.id, ...shown },
    isInline: target.kind === 'issue',
  }
}
