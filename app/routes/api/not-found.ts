import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { api } from '#app/http/handlers.ts';

/** Every address under /api that routes.ts does not name, whatever it is asked. */
const refuse = api(
  anyone,
  async () => {
    throw new AppError('not_found');
  },
  { methods: 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE' },
);

export { refuse as action, refuse as loader };
