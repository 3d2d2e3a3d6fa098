comment on column search.document.terms is
  'Parts of one and two characters of the body; of the pinyin P and two neighbouring letters, S and the first two or three letters from a syllable on, I and two or three initials, F and the first initial; G and what a genre begins with in pinyin or initials.';
