import { z } from 'zod'
import { looseBoolean } from '#platform/wire.ts'
import { changePassword, createUser, setUserPassword } from '#features/accounts/contract.ts'
import { method, type RpcMethod } from './call.ts'

const user = z.object({ name: z.string(), fullname: z.string().nullish(), email: z.string().nullish() }).loose()

const addUser = method(
  z.union([z.tuple([user, z.string().nullable()]), z.tuple([user, z.string().nullable(), looseBoolean])]),
  async (call, [given, password, notify]) => {
    await call.rest(createUser, {
      body: {
        userName: given.name,
        fullName: given.fullname || given.name,
        email: given.email ?? '',
        notifyViaEmail: notify ?? false,
        ...(password ? { password } : {}),
      },
    })
    return true
  },
)

const changeUserPassword = method(z.tuple([z.string(), z.string()]), async (call, [username, password]) => {
  await call.rest(setUserPassword, { params: { username }, body: { password } })
  return true
})

const changeMyPassword = method(z.tuple([z.string(), z.string()]), async (call, [oldPassword, newPassword]) => {
  await call.rest(changePassword, { body: { oldPassword, newPassword } })
  return true
})

export const userMethods: Readonly<Record<string, RpcMethod>> = { addUser, changeUserPassword, changeMyPassword }
