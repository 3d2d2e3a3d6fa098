comment on column audit.entry.actor is
  'The user of the operating system who ran the command, staff:<id> for a member of staff in the console, or not-logged-in.';
