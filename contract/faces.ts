/** The drawings to choose an avatar from are numbered from 1; the client has them. */
export const FACES = 8;
