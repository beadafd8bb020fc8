import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { BODY_LIMIT, MCP_PATH } from './shared.ts'

/** One JSON-RPC message; the protocol's library checks it. */
export const callMcp = endpoint({
  method: 'POST',
  path: MCP_PATH,
  tag: 'mcp',
  summary: 'Model Context Protocol for agents (streamable HTTP), if an administrator has switched it on',
  body: z.looseObject({ jsonrpc: z.literal('2.0', 'must be "2.0"') }),
  bodyLimit: BODY_LIMIT,
  // Each tool that changes something checks both.
  allowedInReadOnlyMode: true,
  onlyReads: true,
})
