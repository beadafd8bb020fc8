import { z } from 'zod'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = {
  title: 'Chat',
  description: 'Space administrators can have changes announced in rooms of a chat service.',
  order: 55,
}
const MAX_NAME = 50
const MAX_HOSTS = 1000

/** Name of the chat service on screens; empty if chat is not offered. */
export const chatService = setting('chat.service', z.string().trim().max(MAX_NAME), 'Hipchat', {
  field: 'chatService',
  section: SECTION,
  order: 10,
  label: 'Name of the chat service',
  help: 'Empty: chat is not offered.',
  control: { kind: 'text', maximum: MAX_NAME, isOptional: true },
})

const HOSTS = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?:,\s*|$))*$/

/** Hosts of incoming webhooks, separated by commas. None until the site is connected with a chat service. */
export const chatHosts = setting(
  'chat.hosts',
  z
    .string()
    .trim()
    .toLowerCase()
    .max(MAX_HOSTS)
    .regex(HOSTS, 'must be names of hosts with commas in between, such as hooks.slack.com'),
  '',
  {
    field: 'chatHosts',
    section: SECTION,
    order: 20,
    label: 'Hosts of its incoming webhooks',
    help: 'Such as hooks.slack.com, with commas in between. Rooms may be on these hosts only.',
    control: { kind: 'text', maximum: MAX_HOSTS, isOptional: true },
  },
)

export const chatSettings = [chatService, chatHosts]

/** The hosts, one by one. */
export function hostsOf(list: string): string[] {
  return list.split(',').flatMap(host => host.trim() || [])
}
