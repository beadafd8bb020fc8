import { newMentions } from './mentions.ts'
import type { NotificationKind, Recipients } from './kinds.ts'

const onlyWatchers: Recipients = () => []

/** Kinds of what is written to pages and posts. Those of other features are declared there. */
export const OWN_KINDS: readonly NotificationKind[] = [
  {
    name: 'mention',
    rank: 20,
    label: 'A mention of me',
    sentence: '{{name}} mentioned you on {{title}}',
    usual: { bell: true, mail: 'now' },
    events: Object.fromEntries(
      ['page', 'blogpost', 'comment'].flatMap(type => [
        [`${type}.created`, newMentions],
        [`${type}.updated`, newMentions],
      ]),
    ),
    hasNone: data => data['mentionsUsers'] === false,
    isForMinorChanges: true,
  },
  {
    name: 'created',
    rank: 90,
    label: 'New pages and posts in spaces I watch',
    sentence: '{{name}} published {{title}}',
    usual: { bell: true, mail: 'bundled' },
    events: { 'page.created': onlyWatchers, 'blogpost.created': onlyWatchers },
    hasNone: () => true,
    isForWatchers: true,
  },
  {
    name: 'updated',
    rank: 100,
    label: 'Changes to pages I watch',
    sentence: '{{name}} changed {{title}}',
    usual: { bell: true, mail: 'bundled' },
    events: { 'page.updated': onlyWatchers, 'blogpost.updated': onlyWatchers },
    hasNone: () => true,
    isForWatchers: true,
  },
]
