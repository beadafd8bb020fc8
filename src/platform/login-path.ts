/** Where to sign in, and come back from. @param destination a path of the wiki, with its query */
export function loginPath(destination: string): string {
  return `/login.action?os_destination=${encodeURIComponent(destination)}`
}
