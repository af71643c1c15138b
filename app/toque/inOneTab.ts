const holdFor = 3_000

/** Runs `act` in one of the open tabs only. Where the browser has no locks (plain HTTP), every tab acts. */
export async function inOneTab(name: string, act: () => void) {
  if (!navigator.locks) return act()
  await navigator.locks.request(`alo:${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((done) => setTimeout(done, holdFor))
  })
}
