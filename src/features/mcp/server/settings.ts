import { z } from 'zod'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = { title: 'Agents', order: 70 }

/** Whether agents may connect. */
export const mcpEnabled = setting('mcp.enabled', z.boolean(), false, {
  field: 'mcp',
  section: SECTION,
  order: 10,
  label: 'Let agents connect (MCP)',
  help: 'Programs that users allow, or that have a personal access token, read and change pages at /mcp, with the permissions of the user.',
})

export const mcpSettings = [mcpEnabled]
