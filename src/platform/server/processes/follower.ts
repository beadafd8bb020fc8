/**
 * Arguments of Node that load `bin/follow.js`, which ends a process with the launcher that runs it. Processes that serve
 * beside others end with their supervisor by themselves, and disconnect when they are done.
 */
const FOLLOWER = /[\\/]bin[\\/]follow\.js$/

/** Whether the launcher runs a process with these arguments of Node. */
export function isFollowing(args: readonly string[]): boolean {
  return args.some(arg => FOLLOWER.test(arg))
}

/** The arguments for a process that does not follow the launcher. */
export function withoutFollower(args: readonly string[]): string[] {
  return args.filter(
    (arg, index) => !(FOLLOWER.test(arg) || (arg === '--import' && FOLLOWER.test(args[index + 1] ?? ''))),
  )
}
