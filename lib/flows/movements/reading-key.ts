/** By this name the pages of an account that are read in the background are known. */
export const readingKey = (customerId: string, productId: string) => `movements ${customerId}/${productId}`
