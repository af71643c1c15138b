/** Host names, without a port, that every machine uses for itself. */
export const isLoopbackName = (name: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(name)
