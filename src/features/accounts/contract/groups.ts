import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { expandQuery, pageSchema, pagingQuery } from '#platform/wire.ts'
import { groupNameSchema } from './fields.ts'
import { groupSchema, nameParameter, personSchema } from './shapes.ts'

const tag = 'groups'
const paged = z.object({ ...pagingQuery(200), expand: expandQuery })
const one = { params: z.object({ groupName: nameParameter }) }

export const listGroups = endpoint({
  method: 'GET',
  path: '/rest/api/group',
  summary: 'Groups by name',
  tag,
  query: paged,
  response: pageSchema(groupSchema),
})
/** A group in the administrator's list and in pickers. */
export const groupEntrySchema = z.object({ name: z.string(), description: z.string(), members: z.number() })
export type GroupEntry = z.output<typeof groupEntrySchema>
export const searchGroups = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/groups',
  summary: 'Groups whose name begins so, by name, with the number of their members',
  tag,
  query: z.object({ query: z.string().max(200).default(''), ...pagingQuery(20) }),
  response: pageSchema(groupEntrySchema),
})
export const getGroup = endpoint({
  method: 'GET',
  path: '/rest/api/group/:groupName',
  summary: 'A group',
  tag,
  ...one,
  query: z.object({ expand: expandQuery }),
  response: groupSchema,
})
export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/rest/api/group/:groupName/member',
  summary: 'The users in a group, in the order in which they were created',
  tag,
  ...one,
  query: paged,
  response: pageSchema(personSchema),
})
/** Groups hold users alone, so the list is empty; clients of the old product ask for it. */
export const listGroupSubgroups = endpoint({
  method: 'GET',
  path: '/rest/api/group/:groupName/groupmember',
  summary: 'The groups in a group (none)',
  tag,
  ...one,
  query: paged,
  response: pageSchema(groupSchema),
})
/** Groups are in no other group, so these lists are empty too. */
export const listGroupParents = endpoint({
  method: 'GET',
  path: '/rest/api/group/:groupName/groupparent',
  summary: 'The groups that a group is in (none)',
  tag,
  ...one,
  query: paged,
  response: pageSchema(groupSchema),
})
export const listGroupAncestors = endpoint({
  method: 'GET',
  path: '/rest/api/group/:groupName/groupancestor',
  summary: 'The groups that a group is in, and those that they are in (none)',
  tag,
  ...one,
  query: paged,
  response: pageSchema(groupSchema),
})
export const createGroup = endpoint({
  method: 'POST',
  path: '/rest/api/admin/group',
  summary: 'Creates a group',
  tag,
  status: 201,
  body: z.object({ name: groupNameSchema, type: z.string().max(20).optional() }),
  response: groupSchema,
})
export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/rest/api/admin/group/:groupName',
  summary: 'Deletes a group with its memberships and grants',
  tag,
  status: 204,
  ...one,
})
const member = { params: z.object({ username: nameParameter, groupName: nameParameter }) }
export const addMember = endpoint({
  method: 'PUT',
  path: '/rest/api/user/:username/group/:groupName',
  summary: 'Adds a user to a group',
  tag,
  status: 204,
  ...member,
})
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/rest/api/user/:username/group/:groupName',
  summary: 'Takes a user out of a group',
  tag,
  status: 204,
  ...member,
})
